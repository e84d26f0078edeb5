import { html, svg, nothing, type SVGTemplateResult, type TemplateResult } from "lit";
import type { Context } from "../context";
import { icon, seatSign } from "../icons";
import { error, same, select } from "../parts";
import type { MatchState } from "../protocol";
import { FORMS, type MatchModel } from "./match-model";

const elo = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(Math.round(value))}`;
const points = (n: number) => (n % 1 ? `${Math.floor(n) || ""}½` : String(n));

export function matchRoom(model: MatchModel, context: Context): TemplateResult {
  const { state } = model;
  return html`<main class="room mt" id="main">${setup(model, context)}
    <div class="cen">${state ? result(model, state) : html`<section class="panel empty"><h2>${model.task ? "The first games are played." : "No match yet"}</h2><p class="quiet">${model.task ? "Its result comes with the first pair of games." : "Choose a game and players, then start. Elo with its error bars, every game as a mark, and live boards will stand here."}</p></section>`}${error(model.error)}</div>
    <aside class="stack">${state ? live(state) : nothing}${state ? trust(state) : nothing}</aside>
    ${state?.table.length ? table(state) : nothing}</main>`;
}

function setup(model: MatchModel, context: Context): TemplateResult {
  const games = context.hello.games.map(({ name, title }): [string, string] => [name, title || name]);
  if (!games.some(([name]) => name === model.game)) games.push([model.game, model.game]);
  const player = (
    spec: string,
    i: number,
  ) => html`<div><label class="label" for="player${i}">${["First", "Second", "Third", "Fourth", "Fifth", "Sixth"][i] ?? `${i + 1}th`} player</label>
    <div class="field"><input id="player${i}" class="mono" list="players" spellcheck="false" autocomplete="off" .value=${spec} @change=${(event: Event) => model.set({ players: model.players.map((old, j) => (j === i ? (event.target as HTMLInputElement).value : old)) })}></div></div>`;
  return html`<aside class="stack set" aria-label="The match"><div><h1 class="title">Match</h1><p class="lede">Every opening is played with both seatings.</p></div>
    <div><label class="label" for="matchgame">Game</label>${select("Game", model.game, games, (game) => model.set({ game }), "matchgame")}</div>
    <div><label class="label" for="form">Who meets whom</label>${select("Who meets whom", model.form, FORMS, (form) => model.set({ form }), "form")}</div>
    ${model.players.map(player)}<datalist id="players">${context.hello.players.map(({ name, options }) => html`<option value=${name === "alphabeta" ? "alphabeta:depth=4" : options.some((option) => option.name === "strength") ? `${name}:strength=50` : name}></option>`)}</datalist>
    ${model.form === "match" ? nothing : html`<div class="row-of"><button class="btn small" @click=${() => model.set({ players: [...model.players, "random"] })}>Add a player</button>${model.players.length > 2 ? html`<button class="btn small" @click=${() => model.set({ players: model.players.slice(0, -1) })}>Remove the last</button>` : nothing}</div>`}
    <div class="twofields"><label><span class="label">Games</span><input type="number" class="text" min="1" .value=${String(model.games)} @change=${(event: Event) => model.set({ games: Math.max(1, Number((event.target as HTMLInputElement).value)) })}></label>
      <label><span class="label">Seed</span><input type="number" class="text" min="0" .value=${String(model.seed)} @change=${(event: Event) => model.set({ seed: Math.max(0, Number((event.target as HTMLInputElement).value)) })}></label></div>
    <div><label class="label" for="openings">Openings</label>${select(
      "Openings",
      model.openings,
      [
        ["random:2", "two random plies first"],
        ["random:4", "four random plies first"],
        ["", "from the start"],
      ],
      (openings) => model.set({ openings }),
      "openings",
    )}</div>
    <div><label class="label" for="early">Stop early</label>${select(
      "Stop early",
      model.sprt?.join(",") ?? "",
      [
        ["", "never"],
        ["0,5", "once 5 Elo are proven, or refuted"],
        ["0,10", "once 10 Elo are proven, or refuted"],
        ["0,50", "once 50 Elo are proven, or refuted"],
      ],
      (value) => model.set({ sprt: value ? (value.split(",").map(Number) as [number, number]) : null }),
      "early",
    )}</div>
    <div class="row-of">${model.task ? html`<button class="btn" @click=${() => model.stop()}>${icon("stop")}Stop</button>` : html`<button class="btn main" @click=${() => model.start(false)}>${icon("go")}Start</button>${model.state && !model.state.finished ? html`<button class="btn" @click=${() => model.start(true)}>Resume</button>` : nothing}`}</div>
    ${same(context, model.state?.same)}</aside>`;
}

function result(model: MatchModel, state: MatchState): TemplateResult {
  const { score, elo: rating } = state;
  const [first, second] = state.table.length >= 2 && model.players.length === 2 ? model.players : [];
  return html`<section class="panel"><header class="tall"><h2>${first ? html`<span class="mono">${first}</span> against <span class="mono">${second}</span>` : `${state.table.length} players`}</h2>
      ${model.task ? html`<button class="btn small" @click=${() => model.stop()}>${icon("stop")}Stop</button>` : html`<span class="quiet">${state.finished ? "finished" : "stopped"}</span>`}</header>
    ${rating ? html`<div class="big"><b>${elo(rating.value)} Elo</b><span>95 % interval <strong>${elo(rating.low)}</strong> to <strong>${elo(rating.high)}</strong></span></div>` : nothing}
    ${score ? split(score) : nothing}
    ${state.history?.length ? html`<div class="chart">${chart(state)}</div>` : nothing}
    <div class="progress"><progress max=${state.wanted} .value=${state.played} aria-label="Games played"></progress><div class="label"><span>${state.played} of ${state.wanted} games, ${state.seconds.toFixed(1)} s</span>${state.results ? html`<span class="hide-small">each mark is a game: disc won, square drawn, diamond lost</span>` : nothing}</div></div></section>`;
}

function split({ wins, draws, losses }: { wins: number; draws: number; losses: number }): TemplateResult {
  const all = wins + draws + losses || 1;
  let x = 0;
  const parts = (
    [
      ["w", "W", wins],
      ["d", "D", draws],
      ["l", "L", losses],
    ] as const
  ).filter(([, , n]) => n);
  const small = parts.filter(([, , n]) => n / all < 0.09).length * 9;
  const scale = (n: number) =>
    n / all < 0.09
      ? 9
      : ((n / all) * (100 - small)) /
        (parts.filter(([, , m]) => m / all >= 0.09).reduce((sum, [, , m]) => sum + m, 0) / all || 1);
  return html`<svg class="split" role="img" aria-label="${wins} wins, ${draws} draws, ${losses} losses" width="100%" height="36">${parts.map(
    ([cls, letter, n]) => {
      const width = scale(n);
      const at = x;
      x += width;
      return svg`<rect class=${cls} x="${at}%" width="${Math.max(0, width - 0.3)}%" height="36"></rect><text class=${cls} x="${at + width / 2}%" y="23">${letter} ${n}</text>`;
    },
  )}</svg>`;
}

function chart(state: MatchState): TemplateResult {
  const history = state.history!;
  const [width, top, bottom, left, right] = [750, 20, 210, 46, 736];
  const values = history.flatMap(({ value, low, high }) => [
    value,
    Math.max(low, value - 500),
    Math.min(high, value + 500),
  ]);
  const step = Math.max(...values) - Math.min(...values) > 700 ? 200 : 100;
  const low = Math.min(-step, Math.floor(Math.max(-800, Math.min(...values)) / step) * step);
  const high = Math.max(step, Math.ceil(Math.min(800, Math.max(...values)) / step) * step);
  const x = (games: number) => left + ((right - left) * games) / Math.max(state.wanted, 1);
  const y = (value: number) => bottom - ((Math.max(low, Math.min(high, value)) - low) / (high - low)) * (bottom - top);
  const line = (pick: (point: (typeof history)[number]) => number, list = history) =>
    list.map((point) => `${x(point.games).toFixed(1)} ${y(pick(point)).toFixed(1)}`).join("L");
  const rules: number[] = [];
  for (let value = low; value <= high; value += step) rules.push(value);
  const now = history.at(-1)!;
  const sizes = (right - left) / Math.max(state.wanted, 1);
  const marks = [...(state.results ?? "")].map((mark, i) => gameMark(mark, x(i + 0.5), Math.min(4, sizes * 0.36)));
  return html`<svg viewBox="0 0 ${width} 250" role="img" aria-label="Elo difference after each pair of games with its 95 percent interval; after ${now.games} games ${elo(now.value)}, from ${elo(now.low)} to ${elo(now.high)}">
    ${rules.map((value) => svg`<path class=${value ? "grid" : "zero"} d="M${left} ${y(value)}H${right}"></path><text class="axis" x="38" y=${y(value) + 4}>${value ? elo(value) : "0"}</text>`)}
    <path class="band" d="M${line(({ high: top_ }) => top_)}L${line(({ low: bottom_ }) => bottom_, [...history].reverse())}z"></path><path class="curve" d="M${line(({ value }) => value)}"></path>
    <circle class="here" cx=${x(now.games)} cy=${y(now.value)} r="6"></circle>${marks}</svg>`;
}

function gameMark(mark: string, x: number, r: number): SVGTemplateResult {
  if (mark === "W") return svg`<circle class="w" cx=${x} cy="232" r=${r}></circle>`;
  if (mark === "D")
    return svg`<rect class="d" x=${x - r * 0.9} y=${232 - r * 0.9} width=${r * 1.8} height=${r * 1.8}></rect>`;
  return svg`<rect class="l" x=${x - r * 0.8} y=${232 - r * 0.8} width=${r * 1.6} height=${r * 1.6} transform="rotate(45 ${x} 232)"></rect>`;
}

function live(state: MatchState): TemplateResult | typeof nothing {
  if (!state.boards.length) return nothing;
  return html`<section class="panel"><header><h2>${state.last || state.finished ? "Last games" : "Now playing"}</h2></header><div class="in">${state.boards
    .slice(0, 4)
    .map(
      ({
        game,
        seats,
        board,
        picture,
        marks,
        text,
      }) => html`<figure class="live"><div class="board"><halfmove-board small .board=${board} .picture=${picture} .marks=${marks} .text=${text ?? ""} .label="Game ${game}"></halfmove-board></div>
    <figcaption><b>Game ${game}</b>${seats.map((name, seat) => html`<span>${seatSign(seat)} ${name}</span>`)}</figcaption></figure>`,
    )}</div></section>`;
}

function trust(state: MatchState): TemplateResult {
  const endings = Object.entries(state.endings)
    .map(([how, n]) => `${how} ${n}`)
    .join(", ");
  return html`<section class="panel"><header><h2>Trust</h2></header><div class="in say small">${state.pairs ? html`<p>Opening pairs by points 0 to 2: <b class="num">${state.pairs.join(" ")}</b>.</p>` : nothing}
    ${endings ? html`<p>How games ended: ${endings}.</p>` : nothing}${state.notices.map((text) => html`<p>${text}</p>`)}<p class="quiet">The same numbers as the command line gives with this seed.</p></div></section>`;
}

function table(state: MatchState): TemplateResult {
  const values = state.table.flatMap(({ low, high }) => [Math.max(low, -800), Math.min(high, 800)]);
  const [least, most] = [Math.min(...values, -50), Math.max(...values, 50)];
  const x = (value: number) => ((Math.max(least, Math.min(most, value)) - least) / (most - least)) * 96 + 2;
  return html`<section class="panel widest"><header><h2>Players</h2><span class="quiet">${state.played} games; 95 % intervals</span></header><div class="in scroll" tabindex="0" role="region" aria-label="Crosstable"><table class="cross"><thead><tr><th scope="col">player</th><th scope="col">Elo</th><th scope="col">interval</th>${state.table.map((_, i) => html`<th scope="col">${i + 1}</th>`)}<th scope="col">points</th></tr></thead>
    <tbody>${state.table.map(
      (
        row,
        i,
      ) => html`<tr><th scope="row"><span class="num quiet">${i + 1}</span> ${row.player}</th><td class="r">${elo(row.elo)}</td><td class="barc"><svg width="100%" height="14" role="img" aria-label="from ${elo(row.low)} to ${elo(row.high)}"><line class="nought" x1="${x(0)}%" x2="${x(0)}%" y1="0" y2="14"></line><line class="span" x1="${x(row.low)}%" x2="${x(row.high)}%" y1="7" y2="7"></line><circle class="mid" cx="${x(row.elo)}%" cy="7" r="4"></circle></svg></td>
      ${state.table.map((other, j) => {
        const got = row.against[j] ?? undefined;
        const theirs = other.against[i] ?? undefined;
        if (i === j || got === undefined) return html`<td class="self">·</td>`;
        return html`<td class=${theirs === undefined || got === theirs ? "" : got > theirs ? "hi" : "lo"}>${points(got)}</td>`;
      })}<td class="r"><b>${points(row.points)}</b><span class="quiet">/${row.games}</span></td></tr>`,
    )}</tbody></table></div></section>`;
}
