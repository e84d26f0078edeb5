// The one field that opens games, trees and positions.
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { message, type Context } from "../context";
import { error } from "../parts";
import { icon } from "../icons";
import type { GameEntry, Position } from "../protocol";
import type { Room } from "../link";

const SHOWN = 8;

export class FindModel {
  open = false;
  text = "";
  error = "";
  at = 0;
  constructor(private readonly context: Context) {}

  get found(): GameEntry[] {
    const words = this.text.toLowerCase().trim();
    const games = this.context.hello.games;
    if (!words) return games.slice(0, SHOWN);
    const begins = games.filter((game) => [game.name, game.title.toLowerCase()].some((name) => name.startsWith(words)));
    const holds = games.filter(
      (game) => !begins.includes(game) && `${game.name} ${game.title} ${game.summary}`.toLowerCase().includes(words),
    );
    return [...begins, ...holds].slice(0, SHOWN);
  }
  show(): void {
    [this.open, this.text, this.error, this.at] = [true, "", "", 0];
    this.context.changed();
  }
  type(text: string): void {
    [this.text, this.error, this.at] = [text, "", 0];
    this.context.changed();
  }
  move(by: number): void {
    this.at = Math.max(0, Math.min(this.found.length - 1, this.at + by));
    this.context.changed();
  }
  choose(game: GameEntry): void {
    this.open = false;
    this.context.go("play", { game: game.name });
    this.context.changed();
  }
  async enter(): Promise<void> {
    const game = this.found[this.at];
    const looksTyped = /[(/=;[]|\s/.test(this.text.trim());
    if (game && !looksTyped) {
      this.choose(game);
      return;
    }
    if (!this.text.trim()) return;
    try {
      const { position, room } = await this.context.connection.ask<{ position: Position; room: Room }>({
        type: "open",
        text: this.text,
      });
      this.open = false;
      this.context.go(room, { game: position.game, start: position.start, after: position.actions.join(" ") });
    } catch (failure) {
      this.error = message(failure);
      this.context.say(this.error, true);
    }
    this.context.changed();
  }
}

const focus = (element: Element | undefined) => (element as HTMLInputElement | undefined)?.focus();

export function findPanel(model: FindModel, context: Context): TemplateResult {
  const { found } = model;
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      model.move(event.key === "ArrowDown" ? 1 : -1);
    }
  };
  return html`<section class="finder panel" role="search" aria-label="Open"><form @submit=${(event: Event) => (event.preventDefault(), void model.enter())}>
    <label class="field ${model.error ? "bad" : ""}">${icon("find")}<span class="hide">A game, a tree or a position</span><input ${ref(focus)} .value=${model.text} autocomplete="off" spellcheck="false" role="combobox" aria-expanded="true" aria-controls="found" aria-activedescendant=${found[model.at] ? `found${model.at}` : nothing}
      placeholder="connect-four, max(3 min(2 9)), a FEN, …" @input=${(event: Event) => model.type((event.target as HTMLInputElement).value)} @keydown=${onKey}></label></form>
    ${error(model.error)}
    <ul id="found" role="listbox" aria-label="Games">${found.map((game, i) => html`<li id="found${i}" role="option" aria-selected=${i === model.at} @click=${() => model.choose(game)}><b>${game.title || game.name}</b><span>${game.summary}</span></li>`)}</ul>
    ${found.length ? nothing : html`<p class="quiet">No game has this name. Enter reads it as a tree, a position or a record.</p>`}
    <button class="icon close" aria-label="Close" @click=${() => ((model.open = false), context.changed())}>${icon("close")}</button></section>`;
}
