// A state without a board: a user's own drawing, the text that the game shows, or its fields one by one.
import { html, nothing, type TemplateResult } from "lit";
import type { Picture } from "../protocol";

const LONG_LINES = 14; // lines from which on a text is set smaller
const PICTURE_LINES = 3; // lines from which on a text is a picture rather than a note

export function plainBoard(picture: Picture, text: string, before: string, small: boolean): TemplateResult {
  if (picture.svg)
    return html`<img class="own" alt="The state as its game draws it" src="data:image/svg+xml,${encodeURIComponent(picture.svg)}" />`;
  const lines = text.split("\n").length;
  const shown = lines >= PICTURE_LINES;
  const size = lines >= LONG_LINES ? "shown long" : "shown";
  if (small || !picture.fields.length)
    return html`<div class="plain"><pre class=${small ? "" : size}>${marked(text, before)}</pre></div>`;
  if (shown)
    return html`<div class="plain"><pre class=${size}>${marked(text, before)}</pre>
      <details><summary>Field by field</summary>${fields(picture)}</details></div>`;
  return html`<div class="plain">${fields(picture)}${text ? html`<pre>${text}</pre>` : nothing}</div>`;
}

function fields(picture: Picture): TemplateResult {
  return html`<table><caption>The state, field by field</caption><tbody>${picture.fields.map(
    ({ name, value, was }) =>
      html`<tr class=${was === undefined ? "" : "changed"}><th scope="row">${name}</th><td>${value}</td>
        <td class="was">${was === undefined ? nothing : `was ${was}`}</td></tr>`,
  )}</tbody></table>`;
}

/** What the last action changed is marked, character by character, where the text kept its shape. */
function marked(text: string, before: string): unknown {
  const [lines, old] = [text.split("\n"), before.split("\n")];
  if (!before || lines.length !== old.length) return text;
  return lines.map((line, i) => {
    const parts = changes(line, old[i]!).map(([part, changed]) => (changed ? html`<mark>${part}</mark>` : part));
    return html`${parts}${i < lines.length - 1 ? "\n" : nothing}`;
  });
}

/** A line in parts that are the same as before, and parts that are not. */
export function changes(line: string, old: string): [string, boolean][] {
  const parts: [string, boolean][] = [];
  if (line.length !== old.length) return line === old ? [[line, false]] : [[line, true]];
  [...line].forEach((letter, i) => {
    const changed = letter !== old[i];
    const last = parts.at(-1);
    if (last && last[1] === changed) last[0] += letter;
    else parts.push([letter, changed]);
  });
  return parts;
}
