// The position editor, in the column beside the board.
import { html, type TemplateResult } from "lit";
import { icon } from "../icons";
import { error, select } from "../parts";
import type { PositionReply } from "../protocol";
import type { PlayModel } from "./play-model";

export function editorPanel(model: PlayModel, reply: PositionReply): TemplateResult {
  const editing = model.editor!;
  const tools = reply.board.palette;
  return html`<section class="panel editor" aria-label="Position editor"><header><h2>Edit the position</h2><span class="quiet">touch a cell to put or to take away</span></header><div class="in">
    ${
      editing.text === null
        ? html`<div class="palette" role="group" aria-label="Pieces">
      ${tools.map(
        (
          piece,
        ) => html`<button class="piecebtn" aria-pressed=${editing.tool === piece} aria-label=${piece.words ?? piece.letter} @click=${() => model.chooseTool(piece)}>
        <halfmove-piece .board=${reply.board} .piece=${piece}></halfmove-piece></button>`,
      )}
      <button class="piecebtn" aria-pressed=${editing.tool === null} aria-label="Take away" @click=${() => model.chooseTool(null)}>${icon("close")}</button></div>
      <label class="label" for="mover">To move</label>${select(
        "To move",
        String(editing.mover),
        reply.seats.map((name, seat) => [String(seat), name || `seat ${seat + 1}`] as const),
        (value) => (editing.mover = Number(value)),
        "mover",
      )}`
        : html`<label class="label" for="state">The state as text</label><textarea id="state" class="text" rows="5" spellcheck="false" .value=${editing.text} @input=${(event: Event) => (editing.text = (event.target as HTMLTextAreaElement).value)}></textarea>`
    }
    ${error(editing.error)}
    <div class="row-of"><button class="btn main" @click=${() => void model.finishEdit()}>Play from here</button><button class="btn" @click=${() => model.toggleEditor()}>Leave it</button></div></div></section>`;
}
