import { html, svg, nothing, type TemplateResult } from "lit";
import type { Context } from "../context";
import { icon, seatSign } from "../icons";
import { error, same, sentence, wdl } from "../parts";
import type { Mark, Solved } from "../protocol";
import type { SolveModel } from "./solve-model";

const MOST_LEVELS = 24;

export function solveRoom(model: SolveModel, context: Context): TemplateResult {
  return html`<main class="room sv" id="main">
    <aside class="stack set" aria-label="What to solve"><div><h1 class="title">Solve</h1><p class="lede">Every position that can be reached, each with its value.</p></div>
      <ul class="fine" aria-label="Games">${model.offered.map(({ name, title }) => html`<li class=${name === model.game ? "on" : ""}><button @click=${() => void model.solve(name)} aria-current=${name === model.game ? "true" : nothing}><b>${title}</b><span class="num">${model.states.get(name)?.toLocaleString("en") ?? "start"}</span></button></li>`)}</ul>
      <form class="typed left" @submit=${(event: Event) => (event.preventDefault(), void model.solve(((event.target as HTMLFormElement).elements.namedItem("game") as HTMLInputElement).value.trim()))}><label class="field"><span class="hide">Another game with its parameters</span><input name="game" class="mono" placeholder="nim:heaps=3-4-5" autocomplete="off" spellcheck="false"></label><button class="btn">Solve</button></form>
      ${same(context, model.solved?.same)}</aside>
    <div class="stack">${verdict(model)}${model.solved?.distances?.length ? distances(model.solved) : nothing}${model.solved?.levels?.length ? levels(model.solved) : nothing}</div>
    <aside class="stack">${walk(model)}</aside></main>`;
}

function verdict(model: SolveModel): TemplateResult {
  const { solved, progress } = model;
  if (!solved)
    return html`<section class="panel"><div class="verdict"><p>${model.task ? "Solving…" : "Not solved"}</p><span aria-live="polite">${progress ? [`${progress.states.toLocaleString("en")} positions`, progress.ply === undefined ? "" : `ply ${progress.ply}`, progress.seconds === undefined ? "" : `${progress.seconds.toFixed(1)} s`].filter(Boolean).join(", ") : model.task ? "Positions are found forwards and valued backwards." : ""}</span>${error(model.error)}
      ${model.task ? html`<button class="btn small" @click=${() => model.stop()}>${icon("stop")}Stop</button>` : nothing}</div></section>`;
  const won = solved.solved !== false;
  return html`<section class="panel"><div class="verdict"><p>${solved.text.split(/(?<=\.)\s/)[0]}</p><span>${won ? `${solved.states.toLocaleString("en")} positions in ${solved.seconds.toFixed(2)} s. ` : ""}${solved.text
    .split(/(?<=\.)\s/)
    .slice(1)
    .join(" ")}${won && solved.best?.length ? ` Best first: ${solved.best.slice(0, 9).join(", ")}.` : ""}</span></div>
    ${won ? html`<dl class="nums"><div><dt>positions</dt><dd>${solved.states.toLocaleString("en")}</dd></div><div><dt>${seatSign(0)}first wins</dt><dd>${solved.first.toLocaleString("en")}</dd></div><div><dt>drawn</dt><dd>${solved.drawn.toLocaleString("en")}</dd></div><div><dt>${seatSign(1)}second wins</dt><dd>${solved.second.toLocaleString("en")}</dd></div></dl>` : nothing}</section>`;
}

function distances(solved: Solved): TemplateResult {
  const won = solved.distances.findLastIndex(({ first, second }) => first + second > 0) + 1;
  const bars = solved.distances.slice(0, Math.min(won, 20));
  if (!bars.length) return html``;
  const most = Math.max(1, ...bars.flatMap(({ first, second }) => [first, second]));
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step = most / magnitude > 5 ? 2 * magnitude : most / magnitude > 2 ? magnitude : magnitude / 2;
  const [left, right, top, bottom] = [56, 640, 28, 196];
  const y = (n: number) => bottom - (n / most) * (bottom - top);
  const slot = (right - left) / bars.length;
  const wide = Math.min(32, slot * 0.38);
  const ticks: number[] = [];
  for (let n = 0; n <= most * 1.02; n += Math.max(1, step)) ticks.push(n);
  const label = (n: number, x: number) =>
    n && bars.length <= 12 ? svg`<text class="on" x=${x} y=${y(n) - 6}>${n.toLocaleString("en")}</text>` : nothing;
  return html`<section class="panel"><header><h2>How far from the end</h2><div class="legend"><span>${seatSign(0)}first wins</span><span>${seatSign(1)}second wins</span></div></header>
    <div class="chart"><svg viewBox="0 0 650 226" role="img" aria-label="Won positions by plies to the end: ${bars.map(({ plies, first, second }) => `${plies} plies ${first} and ${second}`).join(", ")}">
      ${ticks.map((n) => svg`<path class=${n ? "grid" : "zero"} d="M${left} ${y(n)}H${right}"></path><text class="axis" x=${left - 8} y=${y(n) + 4}>${n.toLocaleString("en")}</text>`)}
      ${bars.map(({ plies, first, second }, i) => {
        const x = left + (i + 0.5) * slot;
        return svg`<rect class="fill-max" x=${x - wide - 1.5} y=${y(first)} width=${wide} height=${bottom - y(first)} rx="3"></rect><rect class="fill-min" x=${x + 1.5} y=${y(second)} width=${wide} height=${bottom - y(second)} rx="3"></rect>${label(first, x - wide / 2 - 1.5)}${label(second, x + wide / 2 + 1.5)}<text class="under" x=${x} y="216">${plies}</text>`;
      })}</svg></div><div class="label mid">plies to the end with best play; drawn positions have no distance</div></section>`;
}

function levels(solved: Solved): TemplateResult {
  const shown = solved.levels.slice(0, MOST_LEVELS);
  const most = Math.max(...shown, 1);
  return html`<section class="panel"><header><h2>Ply by ply</h2><span class="quiet">found forwards, valued backwards${shown.length < solved.levels.length ? `; the first ${shown.length} of ${solved.levels.length}` : ""}</span></header><div class="in"><div class="bars">${shown.map((n, ply) => html`<span>${ply}</span><svg width="100%" height="12" aria-hidden="true"><rect class="ink" width="${Math.max(0.4, (n / most) * 100)}%" height="12" rx="3"></rect></svg><b>${n.toLocaleString("en")}</b>`)}</div></div></section>`;
}

function walk(model: SolveModel): TemplateResult {
  const { reply, look } = model;
  if (!reply)
    return html`<section class="panel"><header><h2>Walk the table</h2></header><div class="in"><p class="quiet">${model.error || "The table can be walked once the game is solved."}</p></div></section>`;
  const values = new Map<string, Mark>(look?.actions.map(({ action, mark }) => [action, mark]) ?? []);
  return html`<section class="panel"><header><h2>Walk the table</h2><span class="quiet">${reply.over ? "over" : reply.situation}</span></header>
    <div class="path" role="navigation" aria-label="Position"><button aria-current=${model.actions.length ? nothing : "true"} @click=${() => void model.walk([])}>start</button>${model.actions.map((name, i) => html`→<button aria-current=${i === model.actions.length - 1 ? "true" : nothing} @click=${() => void model.walk(model.actions.slice(0, i + 1))}>${name}</button>`)}</div>
    <div class="pos" @action=${(event: CustomEvent<string>) => model.act(event.detail)}><halfmove-board chips .board=${reply.board} .picture=${reply.picture} .legal=${reply.legal} .marks=${reply.last_action?.marks ?? []} .values=${values} .text=${reply.text} .label="${reply.title}, ${reply.situation}"></halfmove-board></div>
    <div class="in">${reply.over ? html`<p class="message ended"><b>${sentence(reply.over.text)}</b></p>` : nothing}
      ${look?.actions.length ? html`<table class="tab"><caption class="hide">Every action with its value</caption><tbody>${look.actions.slice(0, 40).map((value) => html`<tr class=${value.action === look.line[0] ? "on" : ""}><td class="mono"><button class="plainbtn" @click=${() => model.act(value.action)}><b>${value.action}</b></button></td><td>${wdl(value.mark, value.plies)}</td><td class="quiet">${value.only ? "the only action that holds" : (value.words ?? "")}</td></tr>`)}</tbody></table>` : nothing}
      <div class="row-of even"><button class="btn small" ?disabled=${!model.actions.length} @click=${() => model.back()}>${icon("prev")}Back</button><button class="btn small main" ?disabled=${!look?.line.length} @click=${() => model.perfect()}>Perfect play${icon("next")}</button></div></div></section>`;
}
