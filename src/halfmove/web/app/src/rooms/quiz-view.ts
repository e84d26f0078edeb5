import { html, nothing, type TemplateResult } from "lit";
import type { Context } from "../context";
import { icon } from "../icons";
import { error, same } from "../parts";
import type { QuizModel } from "./quiz-model";

export function quizRoom(model: QuizModel, context: Context): TemplateResult {
  const { quiz, question, result } = model;
  if (!quiz || !question)
    return html`<main class="room" id="main"><section class="panel empty"><h1 class="title">Quiz</h1>${error(model.error)}<p class="lede">${model.error ? html`<button class="btn" @click=${() => model.setSpec({ tree: null, seed: 4 })}>A random tree instead</button>` : "The questions come at once."}</p></section></main>`;
  const asksLeaves = question.form === "leaves";
  const last = model.at === quiz.questions.length - 1;
  return html`<main class="room qz" id="main">
    <div class="qhead"><div><div class="label">Question ${model.at + 1} of ${quiz.questions.length} · ${quiz.search} · seed ${model.spec.seed}</div><h1>${question.text}</h1></div>
      <ol class="dots" aria-label="Questions">${quiz.questions.map((_, i) => dot(model, i))}</ol></div>
    <section class="panel qtree"><div class="tree"><halfmove-tree class=${model.items.length > 20 ? "many" : ""} .items=${model.items} .looks=${model.looks()} .signs=${model.signs()} .cuts=${model.picked} .now=${question.node ?? null} .label="The tree of the question" @pick=${(event: CustomEvent<number>) => model.pick(event.detail)}></halfmove-tree></div>
      <form class="qbar" @submit=${(event: Event) => (event.preventDefault(), result ? model.go(model.at + 1) : void model.mark())}>
        ${
          asksLeaves || result
            ? html`<span class="say">${result ? "" : html`Click or tap a leaf<span class="hide-small">, or move with the arrow keys and press <kbd>space</kbd></span>.`}</span>`
            : html`<label class="field"><span class="hide">Your answer</span><input name="answer" autocomplete="off" spellcheck="false" placeholder=${question.how} .value=${model.answers[model.at] ?? ""} @input=${(event: Event) => model.answer((event.target as HTMLInputElement).value)}></label>`
        }
        <span class="push"></span>
        ${result ? html`<button type="button" class="btn" @click=${() => model.again()}>Try again</button>${last ? nothing : html`<button class="btn main">Next question <kbd>↵</kbd></button>`}` : html`<button class="btn main">Mark it <kbd>↵</kbd></button>`}</form></section>
    <aside class="stack"><section class="panel"><header><h2>${result ? "Marked" : "So far"}</h2></header><div class="in">${score(model)}</div></section>
      <section class="panel why" aria-live="polite"><header><h2>Why</h2></header><div class="in">${result ? reasons(model) : html`${error(model.error)}<p class="quiet">The explanation stands here once you have answered.</p>`}
        <p class="more"><a class="btn small" href="#/watch?game=${encodeURIComponent(quiz.tree)}">${icon("watch")}Watch this tree</a></p></div></section>
      <section class="panel"><header><h2>For a class</h2></header><div class="in class">
        <div class="row-of"><label class="mini inline"><span>seed</span><input type="number" class="text" min="0" .value=${String(model.spec.seed)} @change=${(event: Event) => model.setSpec({ seed: Number((event.target as HTMLInputElement).value), tree: null })}></label>
          <label class="mini inline"><span>plies</span><input type="number" class="text" min="1" max="6" .value=${String(model.spec.depth)} @change=${(event: Event) => model.setSpec({ depth: Number((event.target as HTMLInputElement).value), tree: null })}></label>
          <label class="mini inline"><span>branches</span><input type="number" class="text" min="1" max="6" .value=${String(model.spec.width)} @change=${(event: Event) => model.setSpec({ width: Number((event.target as HTMLInputElement).value), tree: null })}></label></div>
        <div class="row-of"><button class="btn small" @click=${() => void model.sheet(false)}>${icon("print")}Sheet</button><button class="btn small" @click=${() => void model.sheet(true)}>${icon("print")}Sheet with solutions</button></div>
        <div class="row-of"><label class="field grow small"><span class="hide">Your name</span><input placeholder="your name" .value=${model.name} @input=${(event: Event) => (model.name = (event.target as HTMLInputElement).value)}></label><button class="btn small" @click=${() => void model.results()}>${icon("save")}Results, CSV</button></div>
        ${same(context, quiz.same)}</div></section></aside></main>`;
}

function dot(model: QuizModel, i: number): TemplateResult {
  const marked = model.marked[i];
  const [cls, words, sign] =
    i === model.at
      ? ["cur", "now", String(i + 1)]
      : marked
        ? marked.right
          ? ["ok", "right", "✓"]
          : ["no", "not right", "✕"]
        : ["", "open", String(i + 1)];
  return html`<li><button class=${cls} aria-label="question ${i + 1}: ${marked && i === model.at ? (marked.right ? "now, right" : "now, not right") : words}" @click=${() => model.go(i)}>${sign}</button></li>`;
}

function score(model: QuizModel): TemplateResult {
  const signs = [...model.signs().values()];
  if (signs.length) {
    const right = signs.filter((sign) => sign === "right").length;
    const all = signs.filter((sign) => sign !== "wrong").length;
    return html`<div class="score">${right}<small> of ${all} leaves</small></div>`;
  }
  return html`<div class="score">${model.right}<small> of ${model.quiz!.questions.length} questions</small></div>`;
}

function reasons(model: QuizModel): TemplateResult {
  const { right, solution, why } = model.result!;
  return html`<ul class="mark3"><li><svg viewBox="0 0 24 24" aria-hidden="true">${right ? html`` : nothing}<circle class=${right ? "yes" : "gone"} cx="12" cy="12" r="10"></circle><path class=${right ? "tick" : "cross"} d=${right ? "M7.500 12.300l3 3.200 6-6.500" : "M8.500 8.500l7 7m0-7l-7 7"}></path></svg>
    <div><b>${right ? "Right." : `Not right: ${solution}.`}</b><p>${why}</p></div></li></ul>`;
}
