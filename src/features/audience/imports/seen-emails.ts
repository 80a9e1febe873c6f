/* Addresses in a file so far, so that its check counts people the way the import will, however far apart
   their rows. */
import { hash } from "node:crypto";
import type { SuppressedAddress } from "#src/features/audience/consent/consent.ts";
import {
  LIFTED_BY_TEAM,
  SUPPRESSION_REASONS,
  type SuppressionReason,
} from "#src/features/audience/consent-records/rules.ts";
import type { ContactDraft } from "#src/features/audience/contacts/import/import.ts";

/** A set of them takes up to 48 MB. Addresses beyond that aren't remembered and count as new each time. */
const TEXTS_MAX = 2_000_000;

/** Stores 52 bits of each text's hash, because a million strings would take ten times the memory. */
class SeenTexts {
  #slots = new Float64Array(1024);
  #count = 0;

  has(text: string): boolean {
    return this.#count > 0 && this.#slots[this.#slotOf(numberOf(text))] !== 0;
  }

  add(text: string): void {
    if (this.#count >= TEXTS_MAX) return;
    const number = numberOf(text);
    if (this.#slots[this.#slotOf(number)] !== 0) return;
    if (this.#count >= this.#slots.length / 2) this.#grow();
    this.#slots[this.#slotOf(number)] = number;
    this.#count++;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(before.length * 2);
    for (const number of before) if (number !== 0) this.#slots[this.#slotOf(number)] = number;
  }

  /** Returns its slot, or the free one where it belongs. */
  #slotOf(number: number): number {
    const { length } = this.#slots;
    let at = number % length;
    while (this.#slots[at] !== 0 && this.#slots[at] !== number) at = (at + 1) % length;
    return at;
  }
}

/** Never 0, which marks a free slot. */
function numberOf(text: string): number {
  return Number.parseInt(hash("sha256", text).slice(0, 13), 16) || 1;
}

export class SeenEmails {
  readonly #people = new SeenTexts();
  /** Addresses, each with its reasons. */
  readonly #stops = new SeenTexts();

  /** Adds the addresses of a batch. */
  add({ drafts, stopped }: { drafts: readonly ContactDraft[]; stopped: readonly SuppressedAddress[] }): void {
    for (const { email } of drafts) this.#people.add(email);
    for (const { email, reason } of stopped) {
      this.#stops.add(email);
      this.#stops.add(`${reason} ${email}`);
    }
  }

  has(email: string): boolean {
    return this.#people.has(email);
  }

  hasStopped(email: string): boolean {
    return this.#stops.has(email);
  }

  /**
   * True if suppressing an address would change nothing anymore. A person's own wish outlasts reasons that
   * the team may lift.
   */
  says({ email, reason }: SuppressedAddress): boolean {
    const liftable: readonly SuppressionReason[] = reason === "unsubscribe" ? LIFTED_BY_TEAM : [];
    const rank = SUPPRESSION_REASONS.indexOf(reason);
    const atLeast = SUPPRESSION_REASONS.slice(0, rank + 1);
    const [gravest] = this.#reasonsOf(email);
    if (gravest === undefined || !atLeast.includes(gravest)) return false;
    return !liftable.includes(gravest) || this.#reasonsOf(email).includes(reason);
  }

  /** The gravest first. */
  #reasonsOf(email: string): SuppressionReason[] {
    return SUPPRESSION_REASONS.filter((reason) => this.#stops.has(`${reason} ${email}`));
  }
}
