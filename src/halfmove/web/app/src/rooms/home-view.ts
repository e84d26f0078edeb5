import { html, nothing, type TemplateResult } from "lit";
import type { Context } from "../context";
import { icon, type Icon } from "../icons";
import type { GameEntry } from "../protocol";
import type { HomeModel } from "./home-model";

const DOORS: [Icon & ("play" | "watch" | "quiz" | "match" | "solve"), string, string][] = [
  ["play", "Play", "Any player on either side. Hints, undo, clocks, a strength slider."],
  ["watch", "Watch", "Step a search on and back. Every window, every cut, in words."],
  ["quiz", "Quiz", "Fill in values and mark cuts. The same questions for a whole class."],
  ["match", "Match", "Two players, many games, Elo with error bars."],
  ["solve", "Solve", "Every position, its value, and the way to the end."],
];

export function homeRoom(model: HomeModel, context: Context): TemplateResult {
  const { story } = model;
  const view = story?.view();
  const cards = model.cards;
  const all = model.all ? [...model.groups()] : [];
  return html`<main id="main">
    <section class="hero"><div><h1>Play any board game, and <em>watch the search</em> that answers you.</h1>
      <p class="sub">Games from tic-tac-toe to chess, and any game you can write in thirty lines of Python.</p>
      <div class="cta"><a class="btn main" href="#/play">Play a game</a><a class="btn" href="#/watch">Step through a search</a></div></div>
      <figure class="showing panel"><div class="tree">${view ? html`<halfmove-tree .items=${view.items} .looks=${view.looks} .path=${view.path} .best=${view.best} .cuts=${view.cuts} .now=${view.now} .moment=${view.moment} .why=${view.why} .label="A tree while alpha-beta searches it" @pick=${(event: CustomEvent<number>) => model.toNode(event.detail)}></halfmove-tree>` : nothing}</div>
        <figcaption class="caption"><button class="icon" aria-label="One step back" @click=${() => model.step(-1)}>${icon("prev")}</button><button class="icon" aria-label=${model.running ? "Pause" : "Run"} @click=${() => model.toggle()}>${icon(model.running ? "pause" : "go")}</button><button class="icon" aria-label="One step on" @click=${() => model.step(1)}>${icon("next")}</button>
          <p>${story?.step?.text ?? ""}</p><span class="num">${story ? `${story.at + 1} / ${story.last + 1}` : ""}</span></figcaption></figure></section>
    <section class="wrap"><div class="row"><h2>Take a seat</h2><button class="link" aria-expanded=${model.all} @click=${() => ((model.all = !model.all), context.changed())}>${model.all ? "Fewer games" : "All games"}</button></div>
      <ul class="cards">${cards.map((game) => card(model, game))}</ul>
      ${all.map(([group, games]) => html`<h3 class="grouphead">${group}</h3><ul class="games">${games.map((game) => html`<li><a href="#/play?game=${encodeURIComponent(game.name)}"><b>${game.title || game.name}</b><span>${game.summary}</span></a></li>`)}</ul>`)}</section>
    <section class="wrap"><ul class="doors">${DOORS.map(([name, title, text]) => html`<li><a class="door" href="#/${name}">${icon(name)}<b>${title}</b><span>${text}</span></a></li>`)}</ul>
      <div class="own"><div><b>A game of your own</b><p>Six answers make a game. It is played, watched and solved like the others; a board description is optional.</p></div><code>halfmove studio my_game.py</code></div></section></main>`;
}

function card(model: HomeModel, game: GameEntry): TemplateResult {
  const shown = model.pictures.get(game.name);
  return html`<li><a class="card" href="#/play?game=${encodeURIComponent(game.name)}"><div class="plate">${shown ? html`<halfmove-board small .board=${shown.board} .picture=${shown.picture} .marks=${shown.last_action?.marks ?? []} .text=${shown.text} .label=${game.title}></halfmove-board>` : nothing}</div><b>${game.title || game.name}</b><span>${game.summary}</span></a></li>`;
}
