import { Tokenizer } from "htmlparser2";

/** A link on a page, with what can be seen of it. */
export interface Anchor {
  type: "anchor";
  href: string;
  text: string;
  /** What screen readers say: its label, title, or its picture's text. */
  label: string;
  picture: string | undefined;
  classes: string;
  rel: string;
  /** True in a navigation or at the foot of a page, where sites link to themselves. */
  isAside: boolean;
}

interface Heading {
  type: "heading";
  text: string;
  level: number;
}

interface Script {
  id: string;
  type: string;
  text: string;
}

/** What parsers need of an HTML document. */
export interface HtmlFacts {
  title: string;
  /** By name or property, in lowercase. */
  metas: Map<string, string>;
  canonical: string | undefined;
  /** Its largest icon, as far as it says. */
  icon: string | undefined;
  /** The URL that a browser notes in a page that it saves. */
  savedFrom: string | undefined;
  scripts: Script[];
  /** Links and headings in their order. */
  flow: (Anchor | Heading)[];
  /** The picture that looks like the page's owner's. */
  avatar: string | undefined;
  /** Microformats: name, note, and photo of a card. */
  card: { name?: string; note?: string; photo?: string };
  isBookmarks: boolean;
}

const FLOW_MAX = 12_000;
const TEXT_CHARS_MAX = 1000;
const SCRIPTS_MAX = 400;
const OPEN_MAX = 12;
const HEADING = /^h[1-6]$/;
const AVATAR = /avatar|profile[-_ ]?(?:pic|photo|image|img)|user[-_ ]?(?:pic|photo|image)|\bpfp\b|headshot/i;

/** Collects the text of an element until it ends. */
interface Open {
  tag: string;
  /** Elements of the same name inside. */
  inner: number;
  text: string;
  done: (text: string) => void;
}

type Attributes = Map<string, string>;

/**
 * Reads an HTML document without building it: tokens are enough, and neither nesting nor tags that never end cost
 * anything.
 */
export function htmlFacts(html: string): HtmlFacts {
  const reader = new FactReader(html);
  reader.read();
  return reader.facts;
}

class FactReader {
  readonly facts: HtmlFacts = {
    title: "",
    metas: new Map(),
    canonical: undefined,
    icon: undefined,
    savedFrom: undefined,
    scripts: [],
    flow: [],
    avatar: undefined,
    card: {},
    isBookmarks: false,
  };
  readonly #html: string;
  #tag = "";
  #attributes: Attributes = new Map();
  #name = "";
  #value = "";
  #open: Open[] = [];
  #anchor: Anchor | undefined;
  #asides = 0;
  #drawings = 0;
  #script: Script | undefined;
  #isStyle = false;

  constructor(html: string) {
    this.#html = html;
  }

  read(): void {
    const tokenizer = new Tokenizer(
      {},
      {
        onopentagname: (start, end) => this.#begin(start, end),
        onattribname: (start, end) => {
          this.#name = this.#html.slice(start, end).toLowerCase();
          this.#value = "";
        },
        onattribdata: (start, end) => {
          this.#value += this.#html.slice(start, end);
        },
        onattribentity: (codepoint) => {
          this.#value += String.fromCodePoint(codepoint);
        },
        onattribend: () => {
          if (!this.#attributes.has(this.#name)) this.#attributes.set(this.#name, this.#value);
        },
        onopentagend: () => this.#enter(),
        onselfclosingtag: () => this.#enter(),
        onclosetag: (start, end) => this.#leave(this.#html.slice(start, end).toLowerCase()),
        ontext: (start, end) => this.#add(this.#html.slice(start, end)),
        ontextentity: (codepoint) => this.#add(String.fromCodePoint(codepoint)),
        oncomment: (start, end, offset) => this.#comment(this.#html.slice(start, end - offset)),
        ondeclaration: (start, end) => {
          if (/NETSCAPE-Bookmark/i.test(this.#html.slice(start, end))) this.facts.isBookmarks = true;
        },
        oncdata: () => undefined,
        onprocessinginstruction: () => undefined,
        onend: () => undefined,
      },
    );
    tokenizer.write(this.#html);
    tokenizer.end();
    for (const open of this.#open.toReversed()) open.done(open.text);
  }

  #begin(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes = new Map();
  }

  #enter(): void {
    const tag = this.#tag;
    const get = (name: string) => this.#attributes.get(name) ?? "";
    for (const open of this.#open) if (open.tag === tag) open.inner++;
    if (tag === "script") this.#startScript(get);
    else if (tag === "style") this.#isStyle = true;
    else if (tag === "meta") this.#noteMeta(get);
    else if (tag === "link") this.#noteRelation(get("rel"), get("href"));
    else if (tag === "svg") this.#drawings++;
    else if (tag === "footer" || tag === "nav") this.#asides++;
    else if (tag === "img") this.#notePicture(get);
    else if (tag === "a") this.#startAnchor(get);
    else if (tag === "title" && this.#drawings === 0)
      this.#collect(tag, (text) => {
        this.facts.title ||= text;
      });
    else if (HEADING.test(tag)) this.#startHeading(tag);
    this.#noteCard(tag, get("class"));
  }

  #leave(tag: string): void {
    if (tag === "script") this.#script = undefined;
    else if (tag === "style") this.#isStyle = false;
    else if (tag === "svg") this.#drawings = Math.max(0, this.#drawings - 1);
    else if (tag === "footer" || tag === "nav") this.#asides = Math.max(0, this.#asides - 1);
    const kept: Open[] = [];
    for (const open of this.#open) {
      if (open.tag === tag && open.inner-- === 0) open.done(open.text);
      else kept.push(open);
    }
    this.#open = kept;
  }

  #add(text: string): void {
    if (this.#script) this.#script.text += text;
    if (this.#script || this.#isStyle || this.#drawings > 0) return;
    for (const open of this.#open) if (open.text.length < TEXT_CHARS_MAX) open.text += text;
  }

  #collect(tag: string, done: (text: string) => void): void {
    if (this.#open.length >= OPEN_MAX) return;
    const finish = (text: string) => done(text.slice(0, TEXT_CHARS_MAX).replace(/\s+/g, " ").trim());
    this.#open.push({ tag, inner: 0, text: "", done: finish });
  }

  #comment(text: string): void {
    const [, url] =
      /saved from url=\(\d+\)(\S+)/i.exec(text.slice(0, 4000)) ??
      /^\s*(?:Page saved with SingleFile\s+url:\s*)(\S+)/i.exec(text.slice(0, 4000)) ??
      [];
    if (url) this.facts.savedFrom ??= url;
  }

  #startScript(get: (name: string) => string): void {
    if (this.facts.scripts.length >= SCRIPTS_MAX) return;
    this.#script = { id: get("id"), type: get("type").toLowerCase(), text: "" };
    this.facts.scripts.push(this.#script);
  }

  #noteRelation(rel: string, href: string): void {
    if (/\bcanonical\b/i.test(rel)) this.facts.canonical ??= href;
    else if (/\bapple-touch-icon/i.test(rel)) this.facts.icon = href;
    else if (/\bicon\b/i.test(rel) && !/\.(?:svg|ico)\b/i.test(href)) this.facts.icon ??= href;
  }

  #noteMeta(get: (name: string) => string): void {
    const name = (get("property") || get("name")).toLowerCase();
    if (name !== "" && !this.facts.metas.has(name) && this.facts.metas.size < 200)
      this.facts.metas.set(name, get("content").slice(0, TEXT_CHARS_MAX));
  }

  #notePicture(get: (name: string) => string): void {
    const src = get("src") || get("data-src");
    if (this.#anchor) {
      this.#anchor.picture ??= src || undefined;
      this.#anchor.label ||= get("alt");
    }
    if (src === "" || src.length > 2048) return;
    if (/\bu-photo\b/.test(get("class"))) this.facts.card.photo ??= src;
    if (AVATAR.test(`${get("class")} ${get("id")} ${get("alt")} ${src}`)) this.facts.avatar ??= src;
  }

  #startAnchor(get: (name: string) => string): void {
    // An anchor ends where the next one starts.
    const before = this.#open.findIndex(({ tag }) => tag === "a");
    if (before !== -1) for (const open of this.#open.splice(before, 1)) open.done(open.text);
    if (this.facts.flow.length >= FLOW_MAX || !this.#attributes.has("href")) return;
    const anchor: Anchor = {
      type: "anchor",
      href: get("href"),
      text: "",
      label: get("aria-label") || get("title"),
      picture: undefined,
      classes: get("class").slice(0, TEXT_CHARS_MAX),
      rel: get("rel"),
      isAside: this.#asides > 0,
    };
    this.#anchor = anchor;
    this.facts.flow.push(anchor);
    this.#collect("a", (text) => {
      anchor.text = text;
      if (this.#anchor === anchor) this.#anchor = undefined;
    });
  }

  #startHeading(tag: string): void {
    // A heading inside a link is its title.
    if (this.#anchor || this.facts.flow.length >= FLOW_MAX) return;
    const heading: Heading = { type: "heading", text: "", level: Number(tag[1]) };
    this.facts.flow.push(heading);
    this.#collect(tag, (text) => {
      heading.text = text;
    });
  }

  #noteCard(tag: string, classes: string): void {
    const { card } = this.facts;
    for (const part of ["name", "note"] as const)
      if (classes.split(/\s+/).includes(`p-${part}`))
        this.#collect(tag, (text) => {
          card[part] ??= text;
        });
  }
}
