import { html, nothing, type TemplateResult } from "lit";
import type { Context } from "../context";
import { icon } from "../icons";
import { error, select, take } from "../parts";
import type { Step } from "../protocol";
import { Story, vector } from "../tree/story";
import { EXAMPLE, FORMATS, type WatchModel } from "./watch-model";
import { timelineBars, type Track } from "./watch-record";

let barsOf: { key: unknown; bars: ReturnType<typeof timelineBars> } | null = null;

export function watchRoom(model: WatchModel, context: Context): TemplateResult {
  const two = model.tracks.length === 2;
  const shown = two ? [1, 0] : [0]; // the leading search stands on the right, beside its words
  return html`<main class="room watch" id="main" data-step=${model.moving ? "" : model.at} data-last=${model.last}><h1 class="hide">Watch a search</h1>
    ${ask(model, context)}
    <div class="canvas ${two ? "two" : ""}" aria-busy=${Boolean(model.loading)}>
      ${model.tracks.length ? shown.map((i) => algorithm(model, i, two)) : html`<section class="panel algo empty"><p class="quiet">${model.loading || (model.error ? "The tree will stand here once it can be read." : "The tree will stand here.")}</p></section>`}</div>
    ${model.tracks.length ? timeline(model, two) : nothing}
    <div class="side">${sideOf(model, context, two)}</div></main>`;
}

function ask(model: WatchModel, context: Context): TemplateResult {
  const seg = (mode: "tree" | "game", text: string) =>
    html`<button aria-pressed=${model.mode === mode} @click=${() => model.setMode(mode)}>${text}</button>`;
  return html`<div class="ask"><div class="seg" role="group" aria-label="What is searched">${seg("tree", "Typed tree")}${seg("game", "A game")}</div>
    ${model.mode === "tree" ? typedTree(model) : aGame(model, context)}
    <div class="menu"><button class="btn hide-small" aria-expanded=${model.exporting} @click=${() => ((model.exporting = !model.exporting), context.changed())}>${icon("save")}<span class="word">Export</span></button>
      ${model.exporting ? html`<div class="drop panel" role="group" aria-label="Export">${FORMATS.map((format) => html`<button class="btn small" @click=${() => void model.export(format)}>${format === "latex" ? "LaTeX" : format === "html" ? "HTML, one file" : format.toUpperCase()}</button>`)}</div>` : nothing}</div>
    ${model.error ? html`<div class="wholerow">${error(model.error)}${model.mode === "tree" && model.errorAt !== null ? html`<pre class="caret" aria-hidden="true">${model.text}\n${" ".repeat(model.errorAt)}^</pre>` : nothing}</div>` : nothing}
    ${model.generator.open ? generator(model, context) : nothing}</div>`;
}

function typedTree(model: WatchModel): TemplateResult {
  const { counts } = model;
  const order = (name: WatchModel["order"], text: string, leaves: number | undefined) =>
    html`<button aria-pressed=${model.order === name} @click=${() => model.setOrder(name)}>${text} ${leaves === undefined ? nothing : html`<span class="num quiet">${leaves}</span>`}</button>`;
  return html`<form class="grow" @submit=${(event: Event) => (event.preventDefault(), model.setText(((event.target as HTMLFormElement).elements.namedItem("tree") as HTMLInputElement).value))}>
      <label class="field ${model.error && model.errorAt !== null ? "bad" : ""}"><span class="hide">The tree, as text</span><input name="tree" .value=${model.order === "typed" ? model.text : model.ordered} placeholder=${EXAMPLE} spellcheck="false" autocomplete="off"
        @change=${(event: Event) => model.setText((event.target as HTMLInputElement).value)}></label></form>
    <button class="btn hide-small" aria-expanded=${model.generator.open} @click=${() => ((model.generator.open = !model.generator.open), model.pause())}>Generate</button>
    ${counts ? html`<div class="seg hide-small" role="group" aria-label="Order of children, with the leaves that alpha-beta looks at">${order("typed", "As typed", counts.typed)}${order("best", "Best first", counts.best)}${order("worst", "Worst first", counts.worst)}${order("random", "Random", undefined)}</div>` : nothing}`;
}

function generator(model: WatchModel, context: Context): TemplateResult {
  const field = (
    name: "branching" | "depth" | "seed",
    text: string,
    least: number,
    most: number,
  ) => html`<label class="mini"><span class="label">${text}</span><input type="number" class="text" min=${least} max=${most} .value=${String(model.generator[name])}
    @input=${(event: Event) => (model.generator[name] = Number((event.target as HTMLInputElement).value))}></label>`;
  return html`<form class="wholerow panel generator" @submit=${(event: Event) => (event.preventDefault(), void model.generate())}>${field("branching", "branches", 1, 12)}${field("depth", "plies", 1, 12)}${field("seed", "seed", 0, 1e9)}
    <label class="check"><input type="checkbox" ?checked=${model.generator.chance} @change=${(event: Event) => ((model.generator.chance = (event.target as HTMLInputElement).checked), context.changed())}> with chance</label>
    <button class="btn main">Make the tree</button></form>`;
}

function aGame(model: WatchModel, context: Context): TemplateResult {
  const games = context.hello.games
    .filter(({ secrets }) => !secrets)
    .map(({ name, title }): [string, string] => [name, title || name]);
  if (!games.some(([name]) => name === model.game)) games.push([model.game, model.game]);
  return html`<div class="gamepick">${select("Game", model.game, games, (game) => model.setGame(game, ""), "watched")}</div>
    <form class="grow" @submit=${(event: Event) => (event.preventDefault(), model.setGame(model.game, ((event.target as HTMLFormElement).elements.namedItem("after") as HTMLInputElement).value))}>
      <label class="field"><span class="quiet">after</span><span class="hide">these actions</span><input name="after" .value=${model.after} spellcheck="false" autocomplete="off" placeholder="the start" @change=${(event: Event) => model.setGame(model.game, (event.target as HTMLInputElement).value)}></label></form>
    <label class="mini inline"><span>${model.search.startsWith("mcts") ? "simulations" : "depth"}</span><input type="number" class="text" min="1" max=${model.search.startsWith("mcts") ? 5000 : 30} .value=${String(model.search.startsWith("mcts") ? model.simulations : model.depth)}
      @change=${(event: Event) => model.setDepth(Number((event.target as HTMLInputElement).value))}></label>`;
}

/** The name of a search is where another one is chosen. */
function searchTitle(model: WatchModel, i: number, two: boolean): TemplateResult {
  const options = model.searches.map(({ name, title }): [string, string] => [name, title]);
  const on =
    model.mode === "game" && !two ? html` <span class="on">on ${model.position?.title ?? model.game}</span>` : nothing;
  if (i === 1)
    return html`<h2>${select("Compared search", model.other ?? "", [...options.filter(([name]) => name !== model.search), ["", "— none —"]], (value) => model.setSearch(model.search, value || null), "other")}</h2>`;
  return html`<h2>${select("Search", model.search, options, (value) => model.setSearch(value, model.other), "search")}${on}</h2>`;
}

function compare(model: WatchModel): TemplateResult {
  const options = model.searches.map(({ name, title }): [string, string] => [name, title]);
  return select(
    "Compare with another search",
    "",
    [["", "Compare with"], ...options.filter(([name]) => name !== model.search)],
    (value) => model.setSearch(model.search, value || null),
    "compare",
  );
}

function algorithm(model: WatchModel, i: number, two: boolean): TemplateResult {
  const { watched, story } = model.tracks[i]!;
  const view = story.view();
  const counters = story.step?.counters ?? { visited: 0, leaves: 0, cut: 0, hits: 0 };
  const { totals } = watched;
  const boards = story.pictures.size > 0 && watched.nodes < 400;
  const total = (n: number | null | undefined) =>
    n === null || n === undefined ? nothing : html`<small>/${n.toLocaleString("en")}</small>`;
  const swapped = model.mode === "game" && model.position?.mover === 1;
  return html`<section class="panel algo"><header><div>${searchTitle(model, i, two)}<span class="quiet">${watched.subtitle}</span></div>${two ? nothing : html`<div class="comparing hide-small">${compare(model)}</div>`}
      <dl class="counts"><div><dt>visited</dt><dd>${counters.visited.toLocaleString("en")}${total(watched.visits ? undefined : (totals.all_nodes ?? totals.visited))}</dd></div>
      ${watched.visits ? nothing : html`<div><dt>leaves</dt><dd>${counters.leaves.toLocaleString("en")}${total(totals.all_leaves)}</dd></div>`}
      ${totals.cut ? html`<div><dt>cut</dt><dd>${counters.cut.toLocaleString("en")}</dd></div>` : nothing}
      ${totals.hits ? html`<div><dt>table</dt><dd>${counters.hits.toLocaleString("en")}</dd></div>` : nothing}</dl></header>
    <div class="tree"><halfmove-tree .items=${view.items} .looks=${view.looks} .path=${view.path} .best=${view.best} .cuts=${view.cuts} .now=${view.now} .moment=${view.moment} .why=${i === 0 && model.waiting ? null : view.why} .zoom=${model.zoom} .least=${leastWidth(model.tracks[i]!)}
      .board=${boards ? watched.board : null} ?swapped=${swapped} .label="The tree as ${watched.title} sees it" @pick=${(event: CustomEvent<number>) => model.toNode(i, event.detail)}></halfmove-tree></div>
    <footer>${i === 0 ? legend(watched.vectors, watched.visits) : html`<span>${work(model)}</span>`}
      <div class="zoom" role="group" aria-label="Zoom"><button class="icon" aria-label="Smaller" @click=${() => zoomBy(model, 1 / 1.25)}>${icon("minus")}</button><button class="num" aria-label="Fit the tree, zoom is ${Math.round(model.zoom * 100)} percent" @click=${() => zoomBy(model, 1 / model.zoom)}>${Math.round(model.zoom * 100)} %</button><button class="icon" aria-label="Larger" @click=${() => zoomBy(model, 1.25)}>${icon("plus")}</button></div></footer></section>`;
}

/** Nodes that show what every player gets are as wide as that. */
function leastWidth({ watched, story }: Track): number {
  if (!watched.vectors || !(story instanceof Story)) return 0;
  return story.nodes.reduce((wide, node) => Math.max(wide, vector(node.vector).length), 0) * 8.6;
}

function zoomBy(model: WatchModel, factor: number): void {
  model.zoom = Math.max(0.5, Math.min(8, model.zoom * factor));
  if (Math.abs(model.zoom - 1) < 0.02) model.zoom = 1;
  model.setPace(model.pace);
}

function work(model: WatchModel): TemplateResult | string {
  const { tree, counts } = model;
  if (!tree || !counts) return "";
  return html`b<sup>m</sup> = ${counts.all} leaves; in perfect order ${counts.least}`;
}

function legend(vectors: boolean, visits: boolean): TemplateResult {
  if (vectors) return html`<div class="legend"><span>each node shows what every player gets</span></div>`;
  return html`<div class="legend"><span><svg viewBox="0 0 16 16" aria-hidden="true"><path class="fill-max" d="M8 2 15 14H1z"></path></svg>MAX</span><span><svg viewBox="0 0 16 16" aria-hidden="true"><path class="fill-min" d="M8 14 1 2h14z"></path></svg>MIN</span>
    <span><svg viewBox="0 0 16 16" aria-hidden="true"><rect class="end" x="2" y="2" width="12" height="12"></rect></svg>the end</span>
    ${visits ? html`<span>12× is visits</span>` : html`<span><svg viewBox="0 0 16 16" aria-hidden="true"><rect class="gone" x="2" y="2" width="12" height="12"></rect></svg>cut</span>`}
    <span><svg viewBox="0 0 16 16" aria-hidden="true"><rect class="fill-now" x="2" y="2" width="12" height="12" rx="2"></rect></svg>now</span></div>`;
}

function timeline(model: WatchModel, two: boolean): TemplateResult {
  const key = model.tracks;
  if (barsOf?.key !== key) barsOf = { key, bars: timelineBars(model.tracks, model.pairs, model.last + 1) };
  const step = (goal: number) => (model.pause(), void model.go(goal));
  const round =
    model.lead?.watched.rounds.length! > 1
      ? model.lead!.watched.rounds.find(({ first, end }) => model.at >= first && model.at < end)
      : undefined;
  return html`<div class="time panel" role="group" aria-label="Timeline"><div class="keys">
      <button class="icon" aria-label="To the start (Home)" @click=${() => step(0)}>${icon("first")}</button><button class="icon" aria-label="One step back (left arrow)" @click=${() => step(model.at - 1)}>${icon("prev")}</button>
      <button class="go" aria-label=${model.running ? "Pause (space)" : "Run (space)"} @click=${() => model.run()}>${icon(model.running ? "pause" : "go")}</button>
      <button class="icon" aria-label="One step on (right arrow)" @click=${() => step(model.at + 1)}>${icon("next")}</button><button class="icon" aria-label="To the end (End)" @click=${() => step(model.last)}>${icon("last")}</button></div>
    ${two ? html`<div class="twolab" aria-hidden="true"><span>${model.tracks[1]!.watched.title.toLowerCase()}</span><span>${model.tracks[0]!.watched.title.toLowerCase()}</span></div>` : nothing}
    <halfmove-timeline class="track" .bars=${barsOf.bars} .at=${model.at} .last=${model.last} ?two=${two} .words=${model.step?.text ?? ""} @seek=${(event: CustomEvent<number>) => step(event.detail)}></halfmove-timeline>
    <div class="step"><span>${(model.at + 1).toLocaleString("en")} / ${(model.last + 1).toLocaleString("en")}</span><small>${two ? "both in step" : round ? `depth ${round.depth}` : "height is depth"}</small></div>
    <label class="pace hide-small"><span class="hide">Pace</span><select aria-label="Pace" .value=${String(model.pace)} @change=${(event: Event) => model.setPace(Number((event.target as HTMLSelectElement).value))}>${[0.5, 1, 2, 4, 8, 40, 200].map((pace) => html`<option value=${pace} ?selected=${pace === model.pace}>${pace}×</option>`)}</select></label></div>`;
}

function sideOf(model: WatchModel, context: Context, two: boolean): TemplateResult | typeof nothing {
  const { lead, step } = model;
  if (!lead) return nothing;
  return html`<div class="now-card"><h2>${two ? `${lead.watched.title}, now` : "Now"}</h2><p>${model.waiting ? `${lead.watched.title} waits: ${model.tracks[1]!.watched.title.toLowerCase()} still looks at what cannot matter.` : step ? emphasised(step) : model.loading}</p></div>
    ${gauge(model, lead)}${code(model, lead, context)}`;
}

/** The reason of a cut stands out. */
function emphasised(step: Step): TemplateResult {
  const end = step.kind === "cut" ? step.text.indexOf(". ") + 1 : 0;
  return end > 0 ? html`<b>${step.text.slice(0, end)}</b>${step.text.slice(end)}` : html`${step.text}`;
}

const scales = new WeakMap<Track, [number, number]>();
function scaleOf(track: Track): [number, number] {
  let scale = scales.get(track);
  if (!scale) {
    const { story } = track;
    const values =
      story instanceof Story
        ? story.nodes.map(({ value }) => value).filter((value): value is number => value !== null)
        : [];
    const root = track.watched.value ?? 0;
    const [low, high] = [values.reduce((a, b) => Math.min(a, b), root), values.reduce((a, b) => Math.max(a, b), root)];
    scales.set(track, (scale = low === high ? [low - 1, high + 1] : [low, high]));
  }
  return scale;
}

function gauge(model: WatchModel, lead: Track): TemplateResult | typeof nothing {
  const { step } = model;
  const board = lead.watched.board;
  const picture = model.picture && step && model.mode === "game" ? model.picture : null;
  const change = lead.story instanceof Story ? lead.story.window() : largeWindow(step);
  const [low, high] = scaleOf(lead);
  const nodes = lead.story instanceof Story ? lead.story.nodes : null;
  const name = nodes && change ? pathName(nodes, picture ? step!.node : change.node) : "";
  const state =
    step?.kind === "cut"
      ? "v is outside: cut"
      : change?.value === null || change?.value === undefined
        ? "no value yet"
        : "the ring is v";
  const line = html`<halfmove-window ?small=${Boolean(picture)} .alpha=${change?.alpha ?? null} .beta=${change?.beta ?? null} .value=${change?.value ?? null} .low=${low} .high=${high} ?shut=${step?.kind === "cut"}></halfmove-window>`;
  const windows = lead.watched.windows;
  if (picture)
    return html`<section class="panel gauge"><div class="in pair"><halfmove-board small .board=${board} .picture=${picture.picture} .label="The board of this node"></halfmove-board><div><span class="label">Board after</span><b class="mono">${name || "the root"}</b>${windows ? line : nothing}</div></div></section>`;
  if (!windows) return nothing;
  return html`<section class="panel gauge"><header><h2>Window at ${name || "the root"}</h2><span class="quiet">${state}</span></header><div class="in">${line}</div></section>`;
}

function largeWindow(
  step: Step | undefined,
): { node: number; alpha: number | null; beta: number | null; value: number | null } | null {
  const change = step?.changes.findLast(({ alpha, beta }) => alpha !== undefined || beta !== undefined);
  return change
    ? { node: change.node, alpha: change.alpha ?? null, beta: change.beta ?? null, value: change.value ?? null }
    : null;
}

function pathName(nodes: readonly { number: number; parent: number | null; label: string }[], node: number): string {
  const names: string[] = [];
  for (let at: number | null | undefined = node; at !== null && at !== undefined && nodes[at]; at = nodes[at]!.parent)
    if (nodes[at]!.label) names.unshift(nodes[at]!.label);
  return names.join(" ");
}

function code(model: WatchModel, lead: Track, context: Context): TemplateResult {
  const lit = model.waiting ? null : model.step?.line;
  let n = 0;
  return html`<section class="panel code"><header><h2>${/search$/i.test(lead.watched.title) ? lead.watched.title : `${lead.watched.title} search`}</h2><div class="row-of"><button class="btn small" @click=${() => void take(context, lead.watched.same.python, "the Python")}>Copy as Python</button><button class="btn small hide-small" @click=${() => void take(context, lead.watched.same.command, "the command")}>Command</button></div></header>
    <div class="pseudo" role="region" aria-label="Pseudocode" tabindex="0">${lead.watched.code.map(
      ({ text, head, indent }, i) => {
        if (head !== undefined) n = 0;
        else n++;
        return head !== undefined
          ? html`<div class="fn">${head === "max" ? html`<svg viewBox="0 0 16 16" aria-hidden="true"><path class="fill-max" d="M8 2 15 14H1z"></path></svg>` : head === "min" ? html`<svg viewBox="0 0 16 16" aria-hidden="true"><path class="fill-min" d="M8 14 1 2h14z"></path></svg>` : head === "chance" ? html`<svg viewBox="0 0 16 16" aria-hidden="true"><circle class="fill-chance" cx="8" cy="8" r="7"></circle></svg>` : nothing}${text}</div>`
          : html`<div class="ln ${lit === i ? "on" : ""}" data-n=${n} aria-current=${lit === i ? "step" : nothing}>${"  ".repeat(indent ?? 0)}${text}</div>`;
      },
    )}</div></section>`;
}
