/*
 * The texts that visits have in common: each is sent to the database once per page, and identified by its
 * hash from then on.
 */
import { hash } from "node:crypto";
import { memoizeLru } from "#src/lib/lru.ts";

export interface VisitText {
  profile_id: string;
  id: string;
  text: string;
}

interface Texts {
  profile_id: string;
  user_agent: string;
  referrer: string;
  utm?: string;
}

const IDS_REMEMBERED = 5000;
const ID_HEX_CHARS = 16;
const KNOWN_MAX = 50_000;

const idOf = memoizeLru(IDS_REMEMBERED, (text) =>
  BigInt.asIntN(64, BigInt(`0x${hash("sha256", text).slice(0, ID_HEX_CHARS)}`)).toString(),
);

/** Returns a text's id in `visit_texts`; null for an empty one, which isn't stored. */
export function textId(text: string): string | null {
  return text === "" ? null : idOf(text);
}

/** Remembers recently stored texts, so that this process doesn't send them again. */
export class KnownTexts {
  #recent = new Set<string>();
  #older = new Set<string>();

  /** Returns the texts of these events that may be new to the database, in the order of its key. */
  unknownOf(events: readonly Texts[]): VisitText[] {
    const found = new Map<string, VisitText>();
    for (const { profile_id, user_agent, referrer, utm = "" } of events) {
      for (const text of [user_agent, referrer, utm]) {
        const id = textId(text);
        if (id === null) continue;
        const key = profile_id + id;
        if (!this.#recent.has(key) && !this.#older.has(key)) found.set(key, { profile_id, id, text });
      }
    }
    return [...found.values()];
  }

  /** Call it only after the commit. */
  add(texts: readonly VisitText[]): void {
    for (const { profile_id, id } of texts) {
      if (this.#recent.size >= KNOWN_MAX / 2) {
        this.#older = this.#recent;
        this.#recent = new Set();
      }
      this.#recent.add(profile_id + id);
    }
  }
}
