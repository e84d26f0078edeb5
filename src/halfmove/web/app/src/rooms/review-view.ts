import { html, svg, nothing, type TemplateResult } from "lit";
import type { Context } from "../context";
import { error, same } from "../parts";
import { writeLink } from "../link";
import type { ReviewModel } from "./review-model";
import { emphasis } from "./play-side";
import { fitted } from "./play-view";

export function reviewRoom(model: ReviewModel, context: Context): TemplateResult {
  const { reply } = model;
  if (!reply)
    return html`<main class="room" id="main"><section class="panel empty"><h1 class="title">Review</h1>${error(model.error)}<p><a class="btn" href="#/play">Play a game</a></p></section></main>`;
  const { here } = model;
  const shown = model.judged.filter(({ ply }) => ply <= model.at).at(-1);
  return html`<main class="room play review" id="main">
    <aside class="setup stack" aria-label="The game"><div class="wide"><h1 class="title">Review</h1><p class="lede">${reply.title}, ${model.position.actions.length} actions. ${model.task ? `${model.judged.length} are judged.` : ""}</p></div>
      <div class="wide"><div class="label">Where it turned</div>${mistakes(model)}</div>
      <div class="wide"><a class="btn" href=${writeLink("play", { ...model.link(), after: model.position.actions.slice(0, Math.max(0, model.at - 1)).join(" "), seats: "human,human" })}>Play on from before this</a></div>${same(context, model.reviewed?.same)}</aside>
    <section class="stage" aria-label="Board"><div class="table"><halfmove-value .share=${shown?.bar ?? null} ?flipped=${model.flipped} .seats=${reply.seats}></halfmove-value><div class="board"><halfmove-board ${fitted()} .board=${reply.board} .picture=${reply.picture} .legal=${[]} .marks=${reply.last_action?.marks ?? []} .text=${reply.text} ?flipped=${model.flipped} .label="${reply.title}, ply ${model.at}, ${reply.situation}"></halfmove-board></div></div></section>
    <aside class="side stack" aria-label="Judgement"><section class="panel"><header><h2>Value, ply by ply</h2><span class="quiet">${reply.seats[0]} above, ${reply.seats[1]} below</span></header><div class="in graph">${graph(model)}</div></section>
      <section class="panel"><header><h2>Ply ${model.at}${here ? `: ${here.action}` : ""}</h2><span class="quiet"><kbd>←</kbd> <kbd>→</kbd></span></header><div class="in">${judgement(model)}${whyNot(model)}</div></section>
      ${error(model.error)}</aside></main>`;
}

function mistakes(model: ReviewModel): TemplateResult {
  const list = model.reviewed?.mistakes ?? [];
  if (!list.length)
    return html`<p class="quiet">${model.task ? "Mistakes are listed once every action is judged." : "No mistake was found."}</p>`;
  return html`<ol class="mistakes">${list.map(({ ply, text }) => html`<li><button aria-current=${ply === model.at ? "true" : nothing} @click=${() => model.go(ply)}>${text}</button></li>`)}</ol>`;
}

/** One bar a ply: above the line the first seat is ahead, below it the second. */
function graph(model: ReviewModel): TemplateResult {
  const plies = Math.max(1, model.position.actions.length);
  const [width, middle, tall] = [360, 62, 54];
  const slot = width / plies;
  const wrong = new Set(model.reviewed?.mistakes.map(({ ply }) => ply));
  const onClick = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    model.go(Math.ceil(((event.clientX - box.left) / box.width) * plies));
  };
  return html`<svg viewBox="0 0 ${width} 140" role="img" aria-label="The value after each action; ${wrong.size} mistakes" @click=${onClick}>
    ${model.at ? svg`<rect class="now-soft" x=${(model.at - 1) * slot} y="2" width=${slot} height="122" rx="3"></rect>` : nothing}
    <path class="zero" d="M0 ${middle}H${width}"></path>
    ${model.judged.map(({ ply, bar }) => {
      if (bar === null) return nothing;
      const long = Math.max(2, Math.abs(bar - 0.5) * 2 * tall);
      return svg`<rect class=${bar >= 0.5 ? "fill-max" : "fill-min"} x=${(ply - 1) * slot + slot * 0.15} y=${bar >= 0.5 ? middle - long : middle} width=${Math.max(1, slot * 0.7)} height=${long} rx=${Math.min(2, slot * 0.2)}></rect>`;
    })}
    ${[...wrong].map((ply) => svg`<path class="wrong" d="M${(ply - 0.5) * slot} 128l5 9h-10z"></path>`)}</svg>`;
}

function judgement(model: ReviewModel): TemplateResult {
  const { here } = model;
  if (!here)
    return html`<p class="quiet">${model.at ? "This action is not judged yet." : "The start. Step on to see each action judged."}</p>`;
  const good = here.best === here.action || !here.lost;
  return html`<p class="say">${good ? html`<b>${here.action}</b> keeps what there was: ${here.worth}.` : html`<b>${here.action} gave away ${here.lost}</b>: ${here.worth}. Better was <b>${here.best}</b>, ${here.best_worth}.`}</p>
    ${good ? nothing : html`<dl class="linespair"><dt>better</dt><dd class="mono">${here.best_line.join(" ")}</dd><dt>refuted by</dt><dd class="mono">${here.answer.join(" ")}</dd></dl>`}`;
}

function whyNot(model: ReviewModel): TemplateResult | typeof nothing {
  if (!model.at) return nothing;
  return html`<form class="typed left" @submit=${(event: Event) => (event.preventDefault(), void model.ask(((event.target as HTMLFormElement).elements.namedItem("why") as HTMLInputElement).value))}>
      <label class="field grow"><span class="quiet">Why not</span><input name="why" aria-label="Why not this action instead" autocomplete="off" spellcheck="false" placeholder="an action"></label><button class="btn">Ask</button></form>
    ${model.why ? html`<p class="say">${emphasis(model.why.text)}</p>` : nothing}`;
}
