import { type Matches, matchesOf } from "#src/features/insights/analytics/filter-match.ts";
import type { Filter } from "#src/features/insights/analytics/filter-rules.ts";
import {
  type EventVisits,
  findVisit,
  KIND,
  type PackedEvents,
} from "#src/features/insights/clicks/packed-events.ts";
import { DAY_MS } from "#src/lib/time.ts";

interface Scanning {
  from: number;
  to: number;
  filters: readonly Filter[];
  bots: boolean;
  suspected: boolean;
}

const MINUTE_MS = 60_000;
/** What of a visit passes in the period. */
const VIEWED = 1;
const CLICKED = 2;
const BOTH = VIEWED | CLICKED;
/** What of it passes at all: it may have begun before the period. */
const EVER_VIEWED = 4;
const EVER_CLICKED = 8;

/** Milliseconds by what was clicked with: `device|browser|os|app`. */
export type DelaysByClient = ReadonlyMap<string, readonly number[]>;

/** What passes of a visit that was asked for. Undefined until it's found. */
export interface AskedVisit {
  /** The first moment of its UTC day. */
  day: number;
  name: bigint;
  found?: { hasView: boolean; hasClick: boolean };
}

/** Counts visits with an event that passes filters, part by part. */
export class VisitScan {
  readonly #scanning: Scanning;
  readonly #asked: ReadonlyMap<number, readonly AskedVisit[]>;
  readonly #delays = new Map<string, number[]>();
  /** Visits that viewed the page. */
  viewed = 0;
  /** Those of them that opened a link, too. */
  clicked = 0;
  /** Visits that opened a link without the page. */
  straight = 0;

  /** Fills in what's found of `asked`. */
  constructor(scanning: Scanning, asked: readonly AskedVisit[]) {
    this.#scanning = scanning;
    this.#asked = Map.groupBy(asked, ({ day }) => day);
  }

  get delays(): DelaysByClient {
    return this.#delays;
  }

  take(events: PackedEvents, visits: EventVisits): void {
    const matches = matchesOf(events.words, this.#scanning);
    const marks = this.#mark(events, visits, matches);
    for (const mark of marks) {
      if (mark & VIEWED) this.viewed++;
      if ((mark & BOTH) === BOTH) this.clicked++;
      else if (mark & CLICKED) this.straight++;
    }
    this.#time(events, visits, { marks, passes: eventTest(events, matches) });
    this.#find(events, visits, marks);
  }

  #mark(events: PackedEvents, { visits, count }: EventVisits, matches: Matches): Uint8Array {
    const { minutes, kinds, places, clients, sources, utms, links } = events;
    const { first, end } = this.#minutesOf(events);
    const marks = new Uint8Array(count);
    for (let at = 0; at < events.count; at++) {
      const kind = kinds[at] as number;
      const minute = minutes[at] as number;
      if (minute >= end) break;
      if (matches.kinds[kind] === 0) continue;
      if (matches.places && matches.places[places[at] as number] === 0) continue;
      if (matches.clients && matches.clients[clients[at] as number] === 0) continue;
      if (matches.sources && matches.sources[sources[at] as number] === 0) continue;
      if (matches.utms && matches.utms[utms[at] as number] === 0) continue;
      const isClick = (kind & KIND.click) !== 0;
      if (isClick && matches.links && matches.links[links[at] as number] === 0) continue;
      const mark = isClick ? CLICKED | EVER_CLICKED : VIEWED | EVER_VIEWED;
      const visit = visits[at] as number;
      marks[visit] = (marks[visit] as number) | (minute >= first ? mark : mark & ~BOTH);
    }
    return marks;
  }

  #time(
    events: PackedEvents,
    { visits, firstClicks }: EventVisits,
    { marks, passes }: { marks: Uint8Array; passes: (at: number) => boolean },
  ): void {
    const { first, end } = this.#minutesOf(events);
    for (let index = 0; index < firstClicks.at.length; index++) {
      const at = firstClicks.at[index] as number;
      const minute = events.minutes[at] as number;
      const isCounted = ((marks[visits[at] as number] as number) & BOTH) === BOTH;
      if (!isCounted || minute < first || minute >= end || !passes(at)) continue;
      const client = events.words.clients[events.clients[at] as number] ?? "";
      const delay = firstClicks.delayMs[index] as number;
      const known = this.#delays.get(client);
      if (known) known.push(delay);
      else this.#delays.set(client, [delay]);
    }
  }

  #find(events: PackedEvents, visits: EventVisits, marks: Uint8Array): void {
    const last = events.start + (events.minutes[events.count - 1] as number) * MINUTE_MS;
    for (let day = events.start; day <= last; day += DAY_MS) {
      for (const one of this.#asked.get(day) ?? []) {
        const visit = findVisit(visits, one.name);
        if (visit === undefined) continue;
        const mark = marks[visit] as number;
        one.found = { hasView: (mark & EVER_VIEWED) !== 0, hasClick: (mark & EVER_CLICKED) !== 0 };
      }
    }
  }

  /** The period in a part's minutes. */
  #minutesOf({ start }: PackedEvents): { first: number; end: number } {
    const { from, to } = this.#scanning;
    return { first: (from - start) / MINUTE_MS, end: (to - start) / MINUTE_MS };
  }
}

/** Whether a click passes. */
function eventTest(
  { kinds, places, clients, sources, utms, links }: PackedEvents,
  matches: Matches,
): (at: number) => boolean {
  return (at) =>
    matches.kinds[kinds[at] as number] === 1 &&
    matches.places?.[places[at] as number] !== 0 &&
    matches.clients?.[clients[at] as number] !== 0 &&
    matches.sources?.[sources[at] as number] !== 0 &&
    matches.utms?.[utms[at] as number] !== 0 &&
    matches.links?.[links[at] as number] !== 0;
}
