// Small pieces that several rooms show.
import { html, nothing, type TemplateResult } from "lit";
import type { Mark, Same } from "./protocol";
import type { Context } from "./context";
import { copy } from "./download";

const LETTERS: Record<Mark, [string, string]> = { win: ["w", "W"], draw: ["d", "D"], loss: ["l", "L"] };

/** Win, draw or loss: colour, shape and letter, with the distance where it is known. */
export function wdl(mark: Mark, plies: number | null | undefined): TemplateResult {
  const [cls, letter] = LETTERS[mark];
  const distance = mark === "draw" || plies === null || plies === undefined ? null : plies;
  return html`<span class="wdl ${cls}"><i><b aria-hidden="true">${letter}</b></i>${distance ?? nothing}<span class="hide">${mark}${distance === null ? "" : ` in ${distance} plies`}</span></span>`;
}

/** One line of text with a button that copies it. */
export function copyBox(context: Context, text: string, what: string): TemplateResult {
  return html`<div class="copy"><span title=${text}>${text}</span><button @click=${() => void take(context, text, what)} aria-label="Copy ${what}">Copy</button></div>`;
}

export async function take(context: Context, text: string, what: string): Promise<void> {
  context.notice((await copy(text)) ? `Copied: ${what}.` : "The browser did not allow copying.");
}

export function same(context: Context, value: Same | undefined): TemplateResult | typeof nothing {
  if (!value) return nothing;
  return html`<div class="wide hide-small same"><div class="label">The same as a command</div>${copyBox(context, value.command, "the command")}
    <button class="btn small" @click=${() => void take(context, value.python, "the Python")}>Copy as Python</button></div>`;
}

export function select(
  label: string,
  value: string,
  options: readonly (readonly [string, string])[],
  change: (value: string) => void,
  id: string,
): TemplateResult {
  return html`<select class="pick" id=${id} aria-label=${label} .value=${value} @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}>
    ${options.map(([key, text]) => html`<option value=${key} ?selected=${key === value}>${text}</option>`)}</select>`;
}

export function error(text: string): TemplateResult | typeof nothing {
  return text ? html`<p class="mistake" role="alert">${text}</p>` : nothing;
}

export const sentence = (text: string): string =>
  text ? text[0]!.toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "";
