import { type Matches, matchesOf } from "#src/features/insights/analytics/filter-match.ts";
import type { Filter } from "#src/features/insights/analytics/filter-rules.ts";
import type { EventVisits } from "#src/features/insights/clicks/clicks.ts";
import { KIND, type PackedEvents } from "#src/features/insights/clicks/packed-events.ts";

interface Scanning {
  from: number;
  to: number;
  filters: readonly Filter[];
  bots: boolean;
  suspected: boolean;
}

const MINUTE_MS = 60_000;
const VIEWED = 1;
const CLICKED = 2;
/** Milliseconds by what was clicked with: `device|browser|os|app`. */
export type DelaysByClient = ReadonlyMap<string, readonly number[]>;

/** Counts visits with an event that passes filters, part by part. */
export class VisitScan {
  readonly #scanning: Scanning;
  readonly #delays = new Map<string, number[]>();
  /** Visits that viewed the page. */
  viewed = 0;
  /** Those of them that opened a link, too. */
  clicked = 0;
  /** Visits that opened a link without the page. */
  straight = 0;

  constructor(scanning: Scanning) {
    this.#scanning = scanning;
  }

  get delays(): DelaysByClient {
    return this.#delays;
  }

  take(events: PackedEvents, visits: EventVisits): void {
    const marks = new Uint8Array(visits.count);
    const matches = matchesOf(events.words, this.#scanning);
    const first = (this.#scanning.from - events.start) / MINUTE_MS;
    const end = (this.#scanning.to - events.start) / MINUTE_MS;
    const passes = passing(events, matches, { first, end });
    for (let at = 0; at < events.count; at++) {
      if (!passes(at)) continue;
      const visit = visits.visits[at] as number;
      marks[visit] = (marks[visit] as number) | (isClick(events, at) ? CLICKED : VIEWED);
    }
    for (const mark of marks) {
      if (mark & VIEWED) this.viewed++;
      if (mark === (VIEWED | CLICKED)) this.clicked++;
      else if (mark === CLICKED) this.straight++;
    }
    this.#time(
      events,
      visits,
      (at) => passes(at) && marks[visits.visits[at] as number] === (VIEWED | CLICKED),
    );
  }

  #time(events: PackedEvents, { firstClicks }: EventVisits, isCounted: (at: number) => boolean): void {
    for (let index = 0; index < firstClicks.at.length; index++) {
      const at = firstClicks.at[index] as number;
      if (!isCounted(at)) continue;
      const client = events.words.clients[events.clients[at] as number] ?? "";
      const delay = firstClicks.delayMs[index] as number;
      const known = this.#delays.get(client);
      if (known) known.push(delay);
      else this.#delays.set(client, [delay]);
    }
  }
}

const isClick = ({ kinds }: PackedEvents, at: number) => ((kinds[at] as number) & KIND.click) !== 0;

/** Whether an event is in the minutes from `first` to `end`, and passes. */
function passing(
  events: PackedEvents,
  matches: Matches,
  { first, end }: { first: number; end: number },
): (at: number) => boolean {
  const { minutes, kinds, places, clients, sources, utms, links } = events;
  return (at) => {
    const minute = minutes[at] as number;
    return (
      minute >= first &&
      minute < end &&
      matches.kinds[kinds[at] as number] === 1 &&
      matches.places?.[places[at] as number] !== 0 &&
      matches.clients?.[clients[at] as number] !== 0 &&
      matches.sources?.[sources[at] as number] !== 0 &&
      matches.utms?.[utms[at] as number] !== 0 &&
      (!isClick(events, at) || matches.links?.[links[at] as number] !== 0)
    );
  };
}
