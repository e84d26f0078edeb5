// The room Play: setup, the table with the board, controls and what stands beneath it.
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import type { Context } from "../context";
import { icon, seatSign } from "../icons";
import { error, same, select, sentence, take } from "../parts";
import type { PositionReply } from "../protocol";
import { clock } from "../words";
import { vars } from "../elements/css";
import type { HalfmoveBoard } from "../elements/board";
import { CLOCKS } from "./play-clock";
import type { PlayModel } from "./play-model";
import { editorPanel } from "./play-editor-view";
import { side } from "./play-side";
import { writeLink } from "../link";

const MOST_SHOWN = 60;

export function playRoom(model: PlayModel, context: Context): TemplateResult {
  const { reply } = model;
  if (!reply)
    return html`<main class="room" id="main"><section class="panel empty"><h1 class="title">Play</h1>
    <p class="lede">${model.error ? "This position cannot be shown." : "The board comes at once."}</p>${error(model.error)}
    ${model.error ? html`<p><a class="btn" href="#/play">Play something else</a></p>` : nothing}</section></main>`;
  return html`<main class="room play" id="main" data-ply=${reply.position.actions.length} data-mover=${reply.mover ?? "over"}>
    ${setup(model, context, reply)}
    <section class="stage" aria-label="Board">${stage(model, reply)}${controls(model, context)}${below(model, reply, context)}</section>
    <aside class="side stack" aria-label="Analysis">${model.editor ? editorPanel(model, reply) : model.awaited === null ? side(model, context, reply) : nothing}</aside></main>`;
}

function setup(model: PlayModel, context: Context, reply: PositionReply): TemplateResult {
  const strong = model.seats.some((seat) => seat.startsWith("strong"));
  return html`<aside class="setup stack" aria-label="Game and players">
    <div class="wide"><h1 class="title">${reply.title}</h1><p class="lede">${sentence(reply.summary)}</p></div>
    ${reply.seats.map((name, seat) => html`<div><div class="label"><label for="seat${seat}">${ordinal(seat)} seat${name ? `, ${name}` : ""}</label>${seatSign(seat)}</div>${seatChoice(model, context, seat)}</div>`)}
    ${
      strong
        ? html`<div><label class="label" for="strength"><span>Strength</span><b class="num">${model.strength}</b></label>
      <input id="strength" type="range" min="0" max="100" .value=${String(model.strength)} ${vars({ fill: `${model.strength}%` })}
        @input=${(event: Event) => model.setStrength(Number((event.target as HTMLInputElement).value))}>
      <div class="label ends"><span>random</span><span>as well as it can</span></div></div>`
        : nothing
    }
    <div><label class="label" for="clock">Clock</label>${select(
      "Clock",
      String(model.clocks.choice),
      CLOCKS.map(({ text }, i) => [String(i), text] as const),
      (value) => model.setClock(Number(value)),
      "clock",
    )}</div>
    ${model.entry?.parameters.length ? parameters(model) : nothing}
    <div class="wide hide-small"><div class="label">Keys</div><dl class="keysheet"><dt><kbd>←</kbd><kbd>→</kbd></dt><dd>through the moves</dd><dt><kbd>space</kbd></dt><dd>play the best line</dd>
      <dt><kbd>L</kbd></dt><dd>lines on or off</dd><dt><kbd>?</kbd></dt><dd>all keys</dd></dl></div>
    ${same(context, model.analysis.lines?.same ?? reply.same)}</aside>`;
}

function parameters(model: PlayModel): TemplateResult {
  const submit = (event: Event) => {
    event.preventDefault();
    model.setParameters(
      Object.fromEntries(
        [...new FormData(event.target as HTMLFormElement)].map(([name, value]) => [name, String(value)]),
      ),
    );
  };
  return html`<details class="wide"><summary>Rules and size</summary><form class="parameters" @submit=${submit}>
    ${model.entry!.parameters.map(({ name, default: usual }) => html`<label><span>${name.replaceAll("_", " ")}</span><input class="text" name=${name} autocomplete="off" spellcheck="false" .value=${model.parameter(name, usual)}></label>`)}
    <button class="btn small">Set up</button></form></details>`;
}

const ordinal = (seat: number): string =>
  ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"][seat] ?? `Seat ${seat + 1}:`;

function seatChoice(model: PlayModel, context: Context, seat: number): TemplateResult {
  const current = model.seats[seat] ?? "human";
  const offered: [string, string][] = [
    ["human", "You"],
    ...context.hello.players
      .filter(({ secrets }) => secrets === null || secrets === model.entry?.secrets)
      .map((player): [string, string] => [
        player.name === "strong" ? `strong:strength=${model.strength}` : player.name,
        player.title,
      ]),
  ];
  if (!offered.some(([name]) => name === current)) offered.push([current, current]);
  return select(`${ordinal(seat)} seat`, current, offered, (value) => model.setSeat(seat, value), `seat${seat}`);
}

function seatRow(model: PlayModel, context: PositionReply, seat: number, where: "top" | "low"): TemplateResult {
  const player = model.seats[seat] ?? "human";
  const turn = context.mover === seat && !context.over;
  const who = player === "human" ? "You" : player.split(":")[0] === "strong" ? "Engine" : player.split(":")[0]!;
  const strength = /strength=([\d.]+)/.exec(player)?.[1];
  const note = [
    context.seats[seat],
    turn
      ? model.thinking
        ? "thinking"
        : "to move"
      : strength
        ? `strength ${strength}`
        : player === "human"
          ? ""
          : (player.split(":")[1] ?? ""),
    context.picture.scores[seat],
  ]
    .filter(Boolean)
    .join(", ");
  return html`<div class="seat ${where} ${turn ? "turn" : ""}">${tag(context, seat)}<div class="who"><b>${who}</b> <small>${note}</small></div>
    ${model.clocks.base ? html`<span class="clock" role="timer" aria-label="clock of ${who}">${clock(model.clocks.left[seat] ?? 0)}</span>` : nothing}</div>`;
}

/** A piece of this seat, or its sign. */
function tag(reply: PositionReply, seat: number): TemplateResult {
  const mine = reply.picture.pieces.find((piece) => piece.seat === seat);
  if (mine?.dark !== undefined)
    return html`<svg class="tag" viewBox="-12 -12 24 24" aria-hidden="true"><circle class="stone ${mine.dark ? "dark" : "light"}" r="10.500"></circle></svg>`;
  return html`<span class="tag disc s${seat}">${seatSign(seat)}</span>`;
}

/** Tells the table around a board which shape the board has. */
export function fitted() {
  return ref((element) => {
    const board = element as HalfmoveBoard | undefined;
    if (!board) return;
    void board.updateComplete.then(() => {
      const { ratio, above, below } = board.proportions;
      const table = board.closest<HTMLElement>(".table");
      table?.style.setProperty("--ratio", ratio.toFixed(4));
      table?.style.setProperty("--above", above.toFixed(4));
      table?.style.setProperty("--below", below.toFixed(4));
    });
  });
}

function stage(model: PlayModel, reply: PositionReply): TemplateResult {
  const two = reply.seats.length === 2;
  const [top, low] = model.flipped ? [0, 1] : [1, 0];
  const plain = reply.board.kind === "plain" || reply.board.kind === "tree";
  const editing = model.editor;
  const picture = editing && editing.text === null ? { ...reply.picture, pieces: editing.pieces } : reply.picture;
  const bar = model.bar;
  return html`<div class="table ${plain ? "plain" : ""} ${two ? "" : "many"}">
    ${two ? seatRow(model, reply, top, "top") : html`<div class="seats top">${reply.seats.map((_, seat) => seatRow(model, reply, seat, "top"))}</div>`}
    ${two ? html`<halfmove-value .share=${bar} ?flipped=${model.flipped} .seats=${reply.seats}></halfmove-value>` : nothing}
    <div class="board" @action=${(event: CustomEvent<string>) => !editing && model.act(event.detail)} @cell=${(event: CustomEvent<number>) => editing && model.editCell(event.detail)}>
      ${
        model.awaited === null
          ? html`<halfmove-board ${fitted()} chips .board=${reply.board} .picture=${picture} .legal=${model.canAct ? reply.legal : []} .marks=${editing ? [] : (reply.last_action?.marks ?? [])}
        .values=${model.analysis.marks} .hint=${model.hint} .text=${reply.text} .was=${model.textBefore} ?flipped=${model.flipped} .label="${reply.title}, ${reply.situation}"></halfmove-board>`
          : curtain(model)
      }</div>
    ${two ? seatRow(model, reply, low, "low") : nothing}</div>`;
}

/** Nobody sees what is another's: the screen is handed over first. */
function curtain(model: PlayModel): TemplateResult {
  return html`<div class="curtain"><p class="title">${model.awaited}</p><p class="lede">Take the screen; the others look away.</p><button class="btn main" @click=${() => model.reveal()}>Show what ${model.awaited} sees</button></div>`;
}

function controls(model: PlayModel, context: Context): TemplateResult {
  const link = () => `${location.href.split("#")[0]}${writeLink("play", model.link())}`;
  return html`<div class="controls">
    <button class="tool" ?disabled=${!model.at} @click=${() => model.undo()}>${icon("undo")}Undo <kbd>Z</kbd></button>
    <button class="tool" ?disabled=${!model.canAct} @click=${() => void model.askHint()}>${icon("hint")}Hint <kbd>H</kbd></button>
    <button class="tool" @click=${() => model.flip()}>${icon("flip")}Flip <kbd>F</kbd></button>
    <button class="tool hide-small" aria-pressed=${Boolean(model.editor)} @click=${() => model.toggleEditor()}>${icon("edit")}Edit <kbd>E</kbd></button>
    <button class="tool" @click=${() => void take(context, link(), "a link to this position")}>${icon("share")}Share</button>
    <button class="tool hide-small" @click=${() => model.restart()}>${icon("again")}New</button></div>`;
}

/** Beneath the board: what is wrong, the end, buttons for actions without a place, and a field to type. */
function below(model: PlayModel, reply: PositionReply, context: Context): TemplateResult {
  if (model.editor) return html``; // the editor stands beside the board
  const buttons =
    model.canAct && reply.board.kind !== "plain" ? reply.legal.filter(({ clicks }) => !clicks.length) : [];
  const flagged = model.clocks.flagged === null ? "" : `${reply.seats[model.clocks.flagged]} is out of time.`;
  const ended = reply.over ? reply.over.text : flagged;
  return html`<div class="under">
    ${error(model.error)}
    ${model.failed || model.analysis.failed ? html`<p class="message" role="alert"><b>The search is gone.</b> ${model.failed || model.analysis.failed} <button class="link" @click=${() => void model.show()}>Search again</button></p>` : nothing}
    ${
      ended
        ? html`<p class="message ended"><b>${sentence(ended)}</b> After ${model.at} ${model.at === 1 ? "action" : "actions"}.
      <button class="link" @click=${() => model.restart()}>Play again</button>
      ${model.entry?.reviewable !== false && reply.seats.length === 2 ? html`<button class="link" @click=${() => context.go("review", model.link())}>Review the game</button>` : nothing}</p>`
        : nothing
    }
    ${model.hintText ? html`<p class="message">Hint: <b>${model.hintText}</b></p>` : nothing}
    ${buttons.length ? html`<div class="choices" role="group" aria-label="Actions without a place">${buttons.slice(0, MOST_SHOWN).map((action) => html`<button class="btn" @click=${() => model.act(action.name)}>${action.name}</button>`)}</div>` : nothing}
    ${
      reply.over
        ? nothing
        : html`<form class="typed" @submit=${(event: Event) => (event.preventDefault(), model.type(((event.target as HTMLFormElement).elements.namedItem("action") as HTMLInputElement).value, true))}>
      <label class="field ${model.typedError ? "bad" : ""}"><span class="hide">Type an action</span><input name="action" autocomplete="off" spellcheck="false" placeholder="type an action${reply.legal[0] ? `, as ${reply.legal[0].name}` : ""}" .value=${model.typed}
        @input=${(event: Event) => model.type((event.target as HTMLInputElement).value, false)}></label><button class="btn" ?disabled=${!model.canAct}>Play</button></form>${error(model.typedError)}`
    }
  </div>`;
}
