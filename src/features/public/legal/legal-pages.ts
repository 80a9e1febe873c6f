/*
 * The legal texts as everyone reads them: what's in force at the path of spec §2, and every version at an address of
 * its own. Rendered once and kept compressed, until a version is published or its time comes.
 */
import { type EncodedPage, type Frame, sendPage } from "#src/features/public/frame/frame.ts";
import type { FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { type Language, languageIn } from "#src/lib/language.ts";
import type { Platform } from "#src/platform/context.ts";
import { translatorFor } from "#src/platform/languages.ts";
import { BUILT_IN_DATE, builtInHtml, listsHtml } from "./built-in/built-in.tsx";
import { type LegalPageParts, legalPage, type ShownVersion, versionsPage } from "./legal-page.tsx";
import { ownHtml } from "./own-text.ts";
import {
  BUILT_IN,
  currentOf,
  isReplaced,
  LEGAL_NAMES,
  LEGAL_PATHS,
  type LegalName,
  textIn,
  upcomingOf,
} from "./rules.ts";
import { legalChanged } from "./signals.ts";
import { findVersion, listVersions, type VersionFacts } from "./store.ts";

const BY_LANGUAGE = "Accept-Encoding, Accept-Language";
/** All versions of all texts could be asked for, one after another. */
const KEPT_MAX = 60;

interface Asked {
  name: LegalName;
  /** Undefined for the one in force. */
  which: number | "list" | undefined;
  language: Language;
}

export class LegalPages {
  readonly #platform: Platform;
  readonly #frame: Frame;
  readonly #kept = new Map<string, EncodedPage>();
  #versions: Promise<VersionFacts[]> | undefined;

  constructor(platform: Platform, frame: Frame) {
    this.#platform = platform;
    this.#frame = frame;
    const forget = () => {
      this.#kept.clear();
      this.#versions = undefined;
    };
    platform.settings.onChange(forget);
    platform.signals.on(legalChanged, forget);
    platform.signals.onGap(forget);
  }

  /** Returns a legal text or the list of its versions, or undefined if there's nothing at that path. */
  async answer(request: Request): Promise<Response | undefined> {
    const asked = parse(request);
    if (!asked) return undefined;
    const versions = (await this.#list()).filter(({ name }) => name === asked.name);
    const now = this.#platform.now();
    const current = currentOf(versions, now)?.number ?? BUILT_IN;
    const next = upcomingOf(versions, now)[0]?.number ?? "";
    const key = [asked.name, asked.which ?? "", asked.language, current, next].join(" ");
    let page = this.#kept.get(key);
    if (!page) {
      const made = await this.#make(asked, versions, now);
      if (!made) return undefined;
      page = this.#frame.render(made, BY_LANGUAGE);
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined && this.#kept.size >= KEPT_MAX) this.#kept.delete(oldest);
      this.#kept.set(key, page);
    }
    return sendPage(page, request);
  }

  async #list(): Promise<VersionFacts[]> {
    const known = this.#versions ?? listVersions(this.#platform.db);
    this.#versions = known;
    known.catch(() => {
      if (this.#versions === known) this.#versions = undefined;
    });
    return known;
  }

  async #make(
    { name, which, language }: Asked,
    versions: VersionFacts[],
    now: Date,
  ): Promise<FramePage | undefined> {
    const current = currentOf(versions, now)?.number ?? BUILT_IN;
    const shown =
      typeof which === "number" ? await this.#show(name, { number: which, language }, versions) : undefined;
    if (typeof which === "number" && !shown) return undefined;
    const inForce = shown ?? (await this.#show(name, { number: current, language }, versions));
    if (!inForce) return undefined;
    // The text that came with Fanfare is in English, and so is what's around it as long as there's nothing else.
    const around = versions.length === 0 ? "en" : language;
    const parts: LegalPageParts = {
      home: this.#frame.home,
      name,
      say: await translatorFor(around),
      language: around,
      hasVersions: versions.length > 0,
    };
    const stateOf = ({ number, effective_at }: Pick<VersionFacts, "number" | "effective_at">) => {
      if (number === current) return "current" as const;
      return Date.parse(effective_at) > now.getTime() ? ("upcoming" as const) : ("past" as const);
    };
    if (which === "list") return this.#listPage(parts, versions, stateOf);
    const [next] = upcomingOf(versions, now);
    const state = stateOf({ number: inForce.number, effective_at: inForce.from });
    return legalPage(
      parts,
      { ...inForce, state },
      state === "current" && next ? { number: next.number, from: next.effective_at } : undefined,
    );
  }

  #listPage(
    parts: LegalPageParts,
    versions: VersionFacts[],
    stateOf: (version: VersionFacts) => ShownVersion["state"],
  ): FramePage {
    const first = { number: BUILT_IN, from: BUILT_IN_DATE, summary: "" };
    const isFirst = !versions.some((version) => stateOf(version) === "current");
    return versionsPage(parts, [
      ...versions
        // What never came into force isn't among what was.
        .filter((version) => !isReplaced(version, versions))
        .map((version) => ({
          number: version.number,
          from: version.effective_at,
          summary: textIn(version.summary, parts.language).text,
          state: stateOf(version),
        })),
      { ...first, state: isFirst ? "current" : "past" },
    ]);
  }

  async #show(
    name: LegalName,
    { number, language }: { number: number; language: Language },
    versions: VersionFacts[],
  ): Promise<Omit<ShownVersion, "state"> | undefined> {
    if (number === BUILT_IN)
      return { number, html: builtInHtml(name, this.#frame.home), language: "en", from: BUILT_IN_DATE };
    if (!versions.some((version) => version.number === number)) return undefined;
    const row = await findVersion(this.#platform.db, { name, number });
    if (!row) return undefined;
    const text = textIn(row.texts, language);
    return { number, html: ownHtml(text.text, listsHtml()), language: text.language, from: row.effective_at };
  }
}

function parse(request: Request): Asked | undefined {
  const { pathname, searchParams } = new URL(request.url);
  const name = LEGAL_NAMES.find(
    (one) => pathname === LEGAL_PATHS[one] || pathname.startsWith(`${LEGAL_PATHS[one]}/`),
  );
  if (!name) return undefined;
  const chosen = searchParams.get("lang");
  const language =
    chosen === "en" || chosen === "es" ? chosen : languageIn(request.headers.get("accept-language"));
  const rest = pathname.slice(LEGAL_PATHS[name].length);
  if (rest === "") return { name, which: undefined, language };
  if (rest === "/versions") return { name, which: "list", language };
  const [, digits] = /^\/versions\/(0|[1-9]\d{0,5})$/.exec(rest) ?? [];
  return digits === undefined ? undefined : { name, which: Number(digits), language };
}
