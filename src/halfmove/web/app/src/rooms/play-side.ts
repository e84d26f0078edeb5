// The column beside the board: what is proven, best lines, actions, moves and the position.
import { html, nothing, type TemplateResult } from "lit";
import type { Context } from "../context";
import { icon } from "../icons";
import { copyBox, error, wdl } from "../parts";
import type { Line, PositionReply } from "../protocol";
import { count, signed } from "../words";
import { vars } from "../elements/css";
import { fraction } from "../tree/drawing";
import type { PlayModel } from "./play-model";

const FEW = 12; // actions that are shown before "more"
const MOST_SHOWN = 60;
const SEAL = "sealed~"; // how an action begins that the person at the screen does not know

export function side(model: PlayModel, context: Context, reply: PositionReply): TemplateResult {
  const chance = reply.mover !== null && reply.mover < 0;
  const known = model.analysis.values?.actions.length ?? 0;
  return html`
    ${known && model.analysis.on ? proven(model, reply) : nothing}
    ${chance && reply.legal.length ? rolls(reply) : nothing}
    ${linesPanel(model, reply)}
    ${!known && !chance && model.canAct && (reply.board.kind === "plain" || reply.legal.some(({ clicks }) => clicks.length)) ? actionList(model, reply) : nothing}
    ${moves(model, reply)}
    ${positionPanel(model, context, reply)}
    ${reply.board.kind === "plain" && model.game === context.hello.own ? describe() : nothing}`;
}

function proven(model: PlayModel, reply: PositionReply): TemplateResult {
  const { actions, text, unit } = model.analysis.values!;
  const columns = reply.board.drop && reply.legal.length <= 9;
  const order = { win: 0, draw: 1, loss: 2 };
  const best = [...actions].sort(
    (a, b) =>
      order[a.mark] - order[b.mark] ||
      (a.mark === "loss" ? (b.plies ?? 0) - (a.plies ?? 0) : (a.plies ?? 0) - (b.plies ?? 0)),
  )[0];
  const shown = columns ? actions : actions.slice(0, 24);
  return html`<section class="panel"><header><h2>Every action, proven</h2><span class="quiet">${unit ?? "plies to the end"}</span></header><div class="in">
    <div class="acts ${columns ? "cols" : ""}" ${vars({ n: reply.legal.length })}>${shown.map((value) => html`<button class="act ${best?.action === value.action && (best.mark === "win" || actions.length === reply.legal.length) ? "best" : ""}" ?disabled=${!model.canAct} @click=${() => model.act(value.action)}>${value.action}${wdl(value.mark, value.plies)}</button>`)}</div>
    ${actions.length > shown.length ? html`<p class="quiet more">and ${actions.length - shown.length} more</p>` : nothing}
    ${text ? html`<p class="say">${emphasis(text)}</p>` : nothing}</div></section>`;
}

/** The first sentence stands out. */
export function emphasis(text: string): TemplateResult {
  const end = text.search(/[.:]\s/) + 1;
  return end > 0 ? html`<b>${text.slice(0, end)}</b>${text.slice(end)}` : html`<b>${text}</b>`;
}

function worthOf(line: Line): TemplateResult | string {
  if (line.exact && line.mark) return wdl(line.mark, line.plies);
  return line.value === null ? line.worth : Math.abs(line.value) >= 100 ? signed(line.value, 0) : signed(line.value);
}

function linesPanel(model: PlayModel, reply: PositionReply): TemplateResult | typeof nothing {
  if (reply.over) return nothing;
  const { lines } = model.analysis;
  return html`<section class="panel"><header><h2>Best lines</h2><div class="row-of">
      <button class="btn small" aria-expanded=${model.analysis.limiting} @click=${() => model.toggleLimits()}>Limits</button>
      <button class="btn small" aria-label="Number of lines: ${model.analysis.count}" @click=${() => model.setLines(model.analysis.count === 5 ? 1 : model.analysis.count + 2)}>${model.analysis.count === 1 ? "1 line" : `${model.analysis.count} lines`}</button>
      ${model.analysis.on && model.analysis.busy ? html`<button class="btn small" @click=${() => model.stopAnalysis()}>${icon("stop")}Stop</button>` : html`<button class="btn small" @click=${() => (model.analysis.on ? model.analyse() : model.toggleAnalysis())}>${icon("go")}Search</button>`}</div></header>
    ${model.analysis.limiting ? limits(model) : nothing}
    <div class="in" aria-busy=${Boolean(model.analysis.busy)}>${
      lines?.lines.length && model.analysis.on
        ? html`<ol class="lines">${lines.lines.map((line) => html`<li><span class="v">${worthOf(line)}</span><span class="pv"><b>${line.names[0]}</b> ${line.names.slice(1).join(" ")}</span></li>`)}</ol>
      <dl class="facts"><div><dt>depth</dt><dd>${lines.depth}</dd></div><div><dt>nodes</dt><dd>${count(lines.nodes)}</dd></div><div><dt>per second</dt><dd>${count(lines.speed)}</dd></div><div><dt>time</dt><dd>${lines.seconds.toFixed(2)} s</dd></div></dl>`
        : html`<p class="quiet">${model.analysis.on ? (model.analysis.busy ? "The first line comes at once." : "What a search finds will stand here.") : "Lines are off. Search turns them on."}</p>`
    }</div></section>`;
}

function limits(model: PlayModel): TemplateResult {
  const field = (name: "seconds" | "depth" | "nodes") =>
    html`<label><span>${name}</span><input class="text" type="number" min="0" step="any" placeholder="any" .value=${String(model.analysis.limits[name] ?? "")} @change=${(event: Event) => model.setLimit(name, (event.target as HTMLInputElement).value)}></label>`;
  return html`<div class="in parameters row">${field("seconds")}${field("depth")}${field("nodes")}</div>`;
}

function rolls(reply: PositionReply): TemplateResult {
  return html`<section class="panel"><header><h2>What chance brings next</h2><span class="quiet"><svg class="sign chance" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="7"></circle></svg>${reply.legal.length} outcomes</span></header><div class="in">
    <div class="rolls">${reply.legal.slice(0, 48).map(({ name, probability }) => html`<span><b>${name}</b> ${probability === undefined ? "" : fraction(probability)}</span>`)}</div></div></section>`;
}

function actionList(model: PlayModel, reply: PositionReply): TemplateResult {
  const filter = model.typed.trim().toLowerCase();
  const fitting = filter ? reply.legal.filter(({ name }) => name.toLowerCase().startsWith(filter)) : reply.legal;
  const room = reply.board.kind === "plain" && fitting.length <= MOST_SHOWN ? MOST_SHOWN : 2 * FEW;
  const shown = fitting.slice(0, reply.board.kind === "plain" ? room : FEW);
  return html`<section class="panel"><header><h2>Actions</h2><span class="quiet">${reply.legal.length} legal</span></header><div class="in"><div class="acts wide" ${vars({ least: `${Math.max(84, 22 + 9 * Math.max(...shown.map(({ name }) => name.length), 0))}px` })}>
    ${shown.map((action) => html`<button class="act" ?disabled=${!model.canAct} @click=${() => model.act(action.name)}>${action.name}</button>`)}</div>
    ${fitting.length > shown.length ? html`<p class="quiet more">${fitting.length - shown.length} more: type their beginning</p>` : nothing}</div></section>`;
}

function moves(model: PlayModel, reply: PositionReply): TemplateResult {
  const listed = model.actions
    .map((name, i) => ({ name: reply.noticed?.[i] ?? (name.startsWith(SEAL) ? "…" : name), i }))
    .filter(({ name }) => name);
  if (!listed.length)
    return html`<section class="panel"><header><h2>Moves</h2></header><div class="in"><p class="quiet">The actions of the game will stand here.</p></div></section>`;
  const two = reply.seats.length === 2;
  const cells: TemplateResult[] = [];
  let number = 0;
  listed.forEach(({ name, i }, place) => {
    const mover = reply.movers[i];
    if (place % (two ? 2 : reply.seats.length) === 0) cells.push(html`<span class="n">${++number}</span>`);
    cells.push(
      html`<button class=${mover !== undefined && mover < 0 ? "roll" : ""} aria-current=${i === model.at - 1 ? "true" : nothing} @click=${() => model.browse(i + 1)}>${name}</button>`,
    );
  });
  return html`<section class="panel"><header><h2>Moves</h2><span class="quiet"><kbd>←</kbd> <kbd>→</kbd></span></header><div class="in movebox" tabindex="0" role="region" aria-label="Moves"><div class="moves flow">${cells}</div></div></section>`;
}

function positionPanel(model: PlayModel, context: Context, reply: PositionReply): TemplateResult {
  const formats = model.entry?.formats ?? [];
  return html`<section class="panel"><header><h2>Position</h2><div class="row-of">
      ${formats.map((format) => html`<button class="btn small" aria-label="Save as ${format.toUpperCase()}" @click=${() => void model.save(format)}>${format.toUpperCase()}</button>`)}
      ${reply.board.kind === "plain" ? nothing : html`<button class="btn small" aria-label="Save the board as SVG" @click=${() => void model.save("svg")}>SVG</button>`}
      <button class="btn small" aria-expanded=${model.pasted !== null} @click=${() => model.togglePaste()}>Paste</button></div></header>
    <div class="in">${reply.written ? copyBox(context, reply.written, "the position") : html`<p class="quiet">${reply.situation}</p>`}
    ${
      model.pasted === null
        ? nothing
        : html`<form class="paste" @submit=${(event: Event) => (event.preventDefault(), void model.paste(((event.target as HTMLFormElement).elements.namedItem("text") as HTMLTextAreaElement).value))}>
      <label class="label" for="pasted">A position, a record or a list of actions</label><textarea id="pasted" name="text" class="text ${model.pasteError ? "bad" : ""}" rows="4" spellcheck="false" .value=${model.pasted}></textarea>
      ${error(model.pasteError)}<button class="btn">Open</button></form>`
    }
    ${model.actions.length > 2 && reply.seats.length === 2 && model.entry?.reviewable !== false ? html`<p class="more"><button class="link" @click=${() => context.go("review", model.link())}>${icon("review")} Review this game: where was it lost?</button></p>` : nothing}</div></section>`;
}

function describe(): TemplateResult {
  return html`<section class="panel"><header><h2>Describe the board</h2><span class="quiet">optional</span></header><div class="in"><p class="say">A few lines in the game's file turn this state into a picture, with legal targets, keys and small boards in trees. The page on the studio in the documentation shows them.</p></div></section>`;
}
