// The server leaves out what is empty; the page wants every field.
import type { Action, Board, Picture, Piece, TreeNode, WatchNode } from "./protocol";

const BOARD: Partial<Board> = {
  width: 0,
  height: 0,
  material: "slate",
  set: "discs",
  drop: false,
  checkered: false,
  cells: [],
  lines: [],
  stars: [],
  edges: [],
  labels: [],
  palette: [],
};
const PIECE: Partial<Piece> = { letter: "", seat: null };
const PICTURE: Partial<Picture> = {
  pieces: [],
  dice: null,
  cube: null,
  barred: [],
  hidden: [],
  scores: [],
  fields: [],
  node: null,
};
const ACTION: Partial<Action> = { clicks: [], marks: [], takes: [], words: "" };

const TREE_NODE: Partial<TreeNode> = { parent: null, label: "", mover: "", value: null, vector: [], probability: null };
const WATCH_NODE: Partial<WatchNode> = {
  place: 0,
  bound: "",
  alpha: null,
  beta: null,
  reason: "",
  cut_text: "",
  best: null,
  below: 0,
  visits: 0,
};

type Loose = Record<string, unknown>;

function filled<T>(value: unknown, otherwise: Partial<T>): T {
  return { ...otherwise, ...(value as T) };
}

function pictured(value: unknown): Picture {
  const picture = filled<Picture>(value, PICTURE);
  return { ...picture, pieces: picture.pieces.map((piece) => filled<Piece>(piece, PIECE)) };
}

/** Fill in boards, pictures and actions wherever they stand in a reply. */
export function complete<T extends Loose>(reply: T): T {
  const loose: Loose = reply;
  if (loose["board"]) {
    const board = filled<Board>(loose["board"], BOARD);
    loose["board"] = {
      ...board,
      palette: board.palette.map((piece) => filled<Piece>(piece, PIECE)),
      nodes: board.nodes?.map((node) => filled<TreeNode>(node, TREE_NODE)),
    };
  }
  if (loose["picture"]) loose["picture"] = pictured(loose["picture"]);
  if (loose["last_action"]) loose["last_action"] = filled<Action>(loose["last_action"], ACTION);
  if (Array.isArray(loose["legal"])) loose["legal"] = loose["legal"].map((action) => filled<Action>(action, ACTION));
  if (loose["pictures"])
    loose["pictures"] = Object.fromEntries(
      Object.entries(loose["pictures"] as Loose).map(([node, picture]) => [node, pictured(picture)]),
    );
  if (Array.isArray(loose["nodes"]))
    loose["nodes"] = loose["nodes"].map((node) =>
      filled<WatchNode>(node, { ...TREE_NODE, ...WATCH_NODE } as Partial<WatchNode>),
    );
  if (Array.isArray(loose["boards"])) loose["boards"] = (loose["boards"] as Loose[]).map((part) => complete(part));
  return reply;
}
