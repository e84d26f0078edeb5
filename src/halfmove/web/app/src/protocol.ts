// What the server and the page say to each other: docs/studio-protocol.md, as types.

export interface Parameter {
  name: string;
  default: string;
  kind: string;
}
export interface GameEntry {
  name: string;
  title: string;
  summary: string;
  group: string;
  players: number;
  seats: string[];
  chance: boolean;
  secrets: boolean;
  kind: string;
  parameters: Parameter[];
  formats: string[];
  solvable: boolean;
  reviewable: boolean;
}
export interface PlayerEntry {
  name: string;
  title: string;
  summary: string;
  secrets: boolean | null; // whether it plays games that hide something, or only others; null: all games
  options: { name: string; kind: string; summary: string }[];
}
export interface SearchEntry {
  name: string;
  title: string;
  summary: string;
  for: string[];
}
export interface Hello {
  type: "hello";
  version: string;
  open: Position | null;
  own: string | null;
  limits: { message: number; seconds: number; nodes: number; page: number; tree: number; tasks: number };
  games: GameEntry[];
  players: PlayerEntry[];
  searches: SearchEntry[];
}

export interface Position {
  game: string;
  start: string | null;
  actions: string[];
}
export interface Same {
  command: string;
  python: string;
}

export interface Action {
  name: string;
  clicks: number[];
  marks: number[];
  takes: number[];
  words: string;
  key?: "up" | "down" | "left" | "right";
  probability?: number;
}
export interface Cell {
  name: string;
  x: number;
  y: number;
  w?: number;
  h?: number;
  shape?: string;
}
export interface Label {
  text: string;
  x: number;
  y: number;
  side: "top" | "bottom" | "left" | "right" | "inside";
}
export interface TreeNode {
  parent: number | null;
  label: string;
  mover: string;
  value: number | null;
  vector: number[];
  probability: number | null;
}
export interface Board {
  kind:
    "squares" | "hexes" | "points" | "pits" | "backgammon" | "heaps" | "maze" | "tiles" | "table" | "tree" | "plain";
  width: number;
  height: number;
  material: string;
  set: string;
  drop: boolean;
  checkered: boolean;
  cells: Cell[];
  lines: [number, number][];
  stars: number[];
  edges: { seat: number; points: [number, number][] }[];
  labels: Label[];
  palette: Piece[];
  nodes?: TreeNode[];
}
export interface Piece {
  at: number;
  seat: number | null;
  letter: string;
  count?: number;
  words?: string;
  dark?: boolean;
  turn?: string;
  dx?: number;
  dy?: number;
}
export interface Picture {
  pieces: Piece[];
  dice: { values: number[]; seat: number | null } | null;
  cube: { value: number; seat: number | null } | null;
  barred: number[];
  hidden: number[];
  scores: string[];
  fields: { name: string; value: string; was?: string }[];
  node: number | null;
  svg?: string; // a user's own drawing
}
export interface Over {
  utilities: number[];
  winners: number[];
  how: string;
  text: string;
}
export interface PositionReply {
  viewer?: number; // the seat by whose eyes a game is shown that hides something
  noticed?: string[]; // what the viewer noticed of each action; "" is nothing
  position: Position;
  title: string;
  summary: string;
  seats: string[];
  movers: number[];
  mover: number | null;
  board: Board;
  picture: Picture;
  legal: Action[];
  last_action: Action | null;
  situation: string;
  facts: string;
  over: Over | null;
  text: string;
  written: string | null;
  same: Same;
  read_as?: string;
}

export type Mark = "win" | "draw" | "loss";
export interface Line {
  action: string;
  names: string[];
  value: number | null;
  worth: string;
  mark: Mark | null;
  plies: number | null;
  exact: boolean;
  bar: number | null;
}
export interface Lines {
  type: "lines";
  depth: number;
  deepest: number;
  nodes: number;
  seconds: number;
  speed: number;
  bar: number | null;
  lines: Line[];
  last?: boolean;
  stopped?: boolean;
  same?: Same;
}
export interface ActionValue {
  action: string;
  mark: Mark;
  plies: number | null;
  value: number;
  exact: boolean;
  unit?: string;
  words?: string;
  only?: boolean;
}
export interface Values {
  type: "values";
  actions: ActionValue[];
  text: string;
  last: boolean;
  unit?: string;
  same?: Same;
}

export interface Totals {
  visited: number;
  leaves: number;
  cut: number;
  hits: number;
  all_leaves: number | null;
  all_nodes: number | null;
}
export interface CodeLine {
  text: string;
  head?: string;
  indent?: number;
}
export interface Watched {
  watch: string;
  search: string;
  title: string;
  subtitle: string;
  nodes: number;
  steps: number;
  windows: boolean;
  vectors: boolean;
  visits: boolean;
  totals: Totals;
  rounds: { depth: number; root: number; first: number; end: number }[];
  code: CodeLine[];
  value: number | null;
  best: string | null;
  board: Board;
  same: Same;
}
export interface WatchNode {
  number: number;
  parent: number | null;
  place: number;
  label: string;
  mover: string;
  depth: number;
  value: number | null;
  bound: string;
  alpha: number | null;
  beta: number | null;
  reason: string;
  cut_text: string;
  best: number | null;
  below: number;
  probability: number | null;
  vector: number[];
  visits: number;
  entered: number;
  left: number;
  cut_at?: number;
  state?: NodeState;
  stub?: number;
}
export type NodeState = "unseen" | "open" | "done" | "cut";
export interface Change {
  node: number;
  state: NodeState;
  value?: number | null;
  bound?: string;
  alpha?: number | null;
  beta?: number | null;
  visits?: number;
  vector?: number[];
}
export interface Step {
  step: number;
  node: number;
  kind: string;
  depth: number;
  mover: string;
  line: number | null;
  text: string;
  changes: Change[];
  counters: { visited: number; leaves: number; cut: number; hits: number };
  path?: number[];
}
export interface Bar {
  step: number;
  depth: number;
  mover: string;
  cut: boolean;
}

export interface TreeReply {
  text: string;
  nodes: TreeNode[];
  leaves: number;
  branching: number;
  depth: number;
  kind: string;
  counts?: Counts;
}
export interface Counts {
  typed: number;
  best: number;
  worst: number;
  all: number;
  least: number;
}

export interface QuizSpec {
  tree: string | null;
  seed: number;
  questions: number;
  depth: number;
  width: number;
}
export interface Question {
  form: "number" | "window" | "leaves" | "action" | "vector";
  text: string;
  how: string;
  node: number | null;
}
export interface QuizReply {
  tree: string;
  search: string;
  nodes: TreeNode[];
  questions: Question[];
  same: Same;
}
export interface Marked {
  right: boolean;
  solution: string;
  why: string;
}

export interface Judged {
  ply: number;
  seat: number;
  action: string;
  value: number | null;
  worth: string;
  bar: number | null;
  best: string;
  best_worth: string;
  best_bar: number | null;
  best_line: string[];
  answer: string[];
  cost: number;
  lost: string;
  of: number;
}
export interface Reviewed {
  mistakes: { ply: number; text: string }[];
  same?: Same;
}

export interface MatchState {
  match: string;
  played: number;
  wanted: number;
  seconds: number;
  last: boolean;
  finished: boolean;
  score: { wins: number; draws: number; losses: number } | null;
  elo: { value: number; low: number; high: number } | null;
  pairs: number[] | null;
  evidence: unknown;
  results: string | null;
  history: { games: number; value: number; low: number; high: number }[] | null;
  table: {
    player: string;
    elo: number;
    low: number;
    high: number;
    points: number;
    games: number;
    against: (number | null)[];
  }[];
  endings: Record<string, number>;
  notices: string[];
  boards: {
    game: number;
    seats: string[];
    position: Position;
    board: Board;
    picture: Picture;
    marks: number[];
    text?: string;
  }[];
  same: Same;
  stopped?: boolean;
}

export interface Solved {
  solution: string;
  solved?: boolean;
  value: number;
  mark: Mark;
  plies: number | null;
  text: string;
  states: number;
  seconds: number;
  first: number;
  drawn: number;
  second: number;
  best: string[];
  distances: { plies: number; first: number; second: number; drawn: number }[];
  levels: number[];
  low?: number;
  high?: number;
  same: Same;
}
export interface Look {
  value: number;
  mark: Mark;
  plies: number | null;
  actions: ActionValue[];
  line: string[];
}

export interface FileReply {
  name: string;
  mime: string;
  text?: string;
  base64?: string;
}
export interface Failure {
  type: "error";
  kind: string;
  text: string;
  field?: string;
  at?: number;
}
