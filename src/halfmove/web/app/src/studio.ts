// <halfmove-studio>: the page. One state, kept by the rooms' models; whatever changes it asks for one render.
import { LitElement, html, nothing, type TemplateResult } from "lit";
import { Connection } from "./connection";
import type { Context, RoomModel } from "./context";
import { helpSheet } from "./rooms/help";
import { FindModel, findPanel } from "./rooms/find";
import { HomeModel } from "./rooms/home-model";
import { homeRoom } from "./rooms/home-view";
import { MatchModel } from "./rooms/match-model";
import { matchRoom } from "./rooms/match-view";
import { PlayModel } from "./rooms/play-model";
import { playRoom } from "./rooms/play-view";
import { QuizModel } from "./rooms/quiz-model";
import { quizRoom } from "./rooms/quiz-view";
import { ReviewModel } from "./rooms/review-model";
import { reviewRoom } from "./rooms/review-view";
import { SolveModel } from "./rooms/solve-model";
import { solveRoom } from "./rooms/solve-view";
import { WatchModel } from "./rooms/watch-model";
import { watchRoom } from "./rooms/watch-view";
import { icon, MARK } from "./icons";
import { readLink, writeLink, type Room } from "./link";
import type { Hello } from "./protocol";
import { applyTheme, flipTheme } from "./theme";

const KEEPING = 250; // milliseconds until the address follows
const NOTICE_TIME = 5000; // milliseconds
const BAR: [Exclude<Room, "home" | "review">, string][] = [
  ["play", "Play"],
  ["watch", "Watch"],
  ["quiz", "Quiz"],
  ["match", "Match"],
  ["solve", "Solve"],
];
const TITLES: Record<Room, string> = {
  home: "",
  play: "Play",
  watch: "Watch",
  quiz: "Quiz",
  match: "Match",
  solve: "Solve",
  review: "Review",
};

interface Models {
  home: HomeModel;
  play: PlayModel;
  watch: WatchModel;
  quiz: QuizModel;
  match: MatchModel;
  solve: SolveModel;
  review: ReviewModel;
}

class HalfmoveStudio extends LitElement {
  private models: Models | null = null;
  private find: FindModel | null = null;
  private room: Room = "home";
  private online = true;
  private refused = false;
  private fault = ""; // why the server cannot serve
  private help = false;
  private badLink = "";
  private notice: { text: string; action?: { text: string; run(): void } } | null = null;
  private noticed = 0;
  private polite = "";
  private urgent = "";
  private keeping = 0;
  private kept = ""; // the fragment that the page wrote itself
  private hello: Hello | null = null;
  private readonly connection = new Connection(
    `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
    {
      hello: (hello) => this.welcome(hello),
      refused: (text) => {
        this.fault = text;
        this.requestUpdate();
      },
      lost: (code) => {
        [this.online, this.refused] = [false, code === 4401 || code === 4403];
        this.requestUpdate();
      },
    },
  );

  private readonly context: Context = ((studio: HalfmoveStudio): Context => ({
    connection: studio.connection,
    get hello() {
      return studio.hello!;
    },
    changed: () => studio.requestUpdate(),
    say: (text, urgent = false) => {
      if (urgent) studio.urgent = text;
      else studio.polite = text;
      studio.requestUpdate();
    },
    notice: (text, action) => studio.tell(text, action),
    go: (room, values = {}) => {
      location.hash = writeLink(room, values);
    },
    keep: (room, values) => {
      if (studio.room !== room) return;
      studio.kept = writeLink(room, values);
      const before = location.hash; // a link that is followed meanwhile wins
      clearTimeout(studio.keeping); // browsers allow few changes of the address a second
      studio.keeping = window.setTimeout(() => {
        if (studio.room === room && location.hash === before) history.replaceState(null, "", studio.kept);
      }, KEEPING);
    },
  }))(this);

  private readonly lobby = new HomeModel(this.context);

  protected override createRenderRoot(): HTMLElement {
    return this; // the page's own style sheets apply
  }

  override connectedCallback(): void {
    super.connectedCallback();
    applyTheme(new URLSearchParams(location.search).get("theme"));
    this.connection.open();
    addEventListener("hashchange", () => this.follow());
    addEventListener("keydown", (event) => this.onKey(event));
  }

  private welcome(hello: Hello): void {
    const first = !this.models;
    this.hello = hello;
    const { context } = this;
    this.models ??= {
      home: this.lobby,
      play: new PlayModel(context),
      watch: new WatchModel(context),
      quiz: new QuizModel(context),
      match: new MatchModel(context),
      solve: new SolveModel(context),
      review: new ReviewModel(context),
    };
    this.find ??= new FindModel(context);
    this.online = true;
    if (first && hello.open && location.hash.length < 2)
      history.replaceState(
        null,
        "",
        writeLink("play", { game: hello.open.game, start: hello.open.start, after: hello.open.actions.join(" ") }),
      );
    if (first) this.follow(true);
    else {
      this.context.say("Connected again.");
      this.current.reconnected();
    }
    this.requestUpdate();
  }

  private get current(): RoomModel {
    return this.models![this.room];
  }

  /** Open what the address says. */
  private follow(first = false): void {
    if (!this.models || (!first && location.hash === this.kept)) return;
    clearTimeout(this.keeping);
    const link = readLink(location.hash);
    if ("error" in link) {
      this.badLink = link.error;
      this.context.say(link.error, true);
      if (!first) {
        this.requestUpdate();
        return;
      }
    } else this.badLink = "";
    const room = "error" in link ? "home" : link.room;
    if (room !== this.room) this.current.leave();
    const changed = room !== this.room;
    this.room = room;
    this.kept = "error" in link ? "" : location.hash;
    [this.help, this.notice] = [false, null];
    if (this.find) this.find.open = false;
    document.title = TITLES[room] ? `${TITLES[room]} · halfmove studio` : "halfmove studio";
    this.current.enter("error" in link ? new URLSearchParams() : link.query);
    this.requestUpdate();
    if (changed && !first) void this.updateComplete.then(() => scrollTo(0, 0));
  }

  private tell(text: string, action?: { text: string; run(): void }): void {
    this.notice = { text, action };
    this.polite = text;
    clearTimeout(this.noticed);
    this.noticed = window.setTimeout(() => {
      this.notice = null;
      this.requestUpdate();
    }, NOTICE_TIME);
    this.requestUpdate();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.models) return;
    const target = event.composedPath()[0];
    if (event.key === "Escape" && (this.help || this.find?.open)) {
      this.help = false;
      this.find!.open = false;
      this.requestUpdate();
      return;
    }
    if (
      target instanceof HTMLElement &&
      target.matches("input:not([type=range]):not([type=checkbox]), select, textarea")
    )
      return;
    if (
      target instanceof HTMLElement &&
      (event.key === " " || event.key === "Enter") &&
      target.matches("button, a, summary, input")
    )
      return;
    if (
      target instanceof HTMLInputElement &&
      event.key.startsWith("Arrow") &&
      target.type === "range" &&
      !target.closest("halfmove-timeline") &&
      target.getRootNode() === document
    )
      return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "/") this.find!.show();
    else if (key === "?") this.help = !this.help;
    else if (!this.current.key(new KeyboardEvent("keydown", { key }))) return;
    event.preventDefault();
    this.requestUpdate();
  }

  override render(): TemplateResult {
    return html`<a class="skip" href="#main" @click=${(event: Event) => (event.preventDefault(), this.querySelector<HTMLElement>("#main h1, #main")?.scrollIntoView(), focusMain(this))}>To the content</a>
      <header class="bar"><a class="mark" href="#/" aria-label="halfmove studio, first page">${MARK}<div>halfmove <span>studio</span></div></a>
        <nav class="rooms" aria-label="Rooms">${BAR.map(([room, title]) => html`<a href="#/${room}" aria-current=${this.room === room || (room === "play" && this.room === "review") ? "page" : nothing}>${icon(room)}<span>${title}</span></a>`)}</nav>
        <div class="push"></div>
        <button class="find" aria-label="Open a game, a tree or a position" @click=${() => (this.find?.show(), this.requestUpdate())}>${icon("find")}<span>Open a game, a tree, a position</span><kbd>/</kbd></button>
        <button class="icon hide-small" aria-label="All keys" @click=${() => ((this.help = !this.help), this.requestUpdate())}>${icon("help")}</button>
        <button class="icon" aria-label="Dark or light" @click=${flipTheme}><span class="sun">${icon("moon")}</span><span class="moon">${icon("sun")}</span></button></header>
      ${this.online || !this.models ? nothing : html`<div class="strip" role="status"><span><b>The connection is lost.</b> ${this.refused ? "The server was started anew: open the address that it printed, in any tab. Everything here stays as it is." : "The studio tries again; everything here stays as it is."}</span><button class="link" @click=${() => this.connection.open()}>Try now</button></div>`}
      ${this.badLink ? html`<div class="strip" role="alert"><span><b>This link cannot be opened.</b> ${this.badLink}</span><button class="link" @click=${() => ((this.badLink = ""), this.requestUpdate())}>Close</button></div>` : nothing}
      ${this.find?.open ? findPanel(this.find, this.context) : nothing}
      ${this.help ? helpSheet(() => ((this.help = false), this.requestUpdate())) : nothing}
      ${this.models ? this.shown(this.models) : this.waiting()}
      ${this.notice ? html`<div class="notice"><span>${this.notice.text}</span>${this.notice.action ? html`<button class="link" @click=${this.notice.action.run}>${this.notice.action.text}</button>` : nothing}</div>` : nothing}
      <div class="hide" aria-live="polite">${this.polite}</div><div class="hide" aria-live="assertive">${this.urgent}</div>`;
  }

  /** Before the server has said what it has, the first page is there already. */
  private waiting(): TemplateResult {
    if (!this.fault && this.online && /^#?\/?$/.test(location.hash)) return homeRoom(this.lobby, this.context);
    const gone = this.refused
      ? "The studio needs the address that it printed, with its token."
      : "The studio is not there. It is tried again.";
    return html`<main class="room" id="main">${
      this.fault
        ? html`<section class="panel empty"><h1 class="title">The studio cannot start</h1><p class="mistake" role="alert">${this.fault}</p></section>`
        : html`<p class="quiet">${this.online ? "" : gone}</p>`
    }</main>`;
  }

  private shown(models: Models): TemplateResult {
    const { context } = this;
    switch (this.room) {
      case "home":
        return homeRoom(models.home, context);
      case "play":
        return playRoom(models.play, context);
      case "watch":
        return watchRoom(models.watch, context);
      case "quiz":
        return quizRoom(models.quiz, context);
      case "match":
        return matchRoom(models.match, context);
      case "solve":
        return solveRoom(models.solve, context);
      case "review":
        return reviewRoom(models.review, context);
    }
  }
}

function focusMain(studio: HTMLElement): void {
  const main = studio.querySelector<HTMLElement>("#main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

customElements.define("halfmove-studio", HalfmoveStudio);
