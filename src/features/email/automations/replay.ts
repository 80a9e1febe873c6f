/* How often a rule would have run in the last 30 days, before it's turned on. Fans are judged as they are now. */
import { listMatching } from "#src/features/audience/segments/condition-matches.ts";
import { addDays, DAY_MS, isTimeZone } from "#src/lib/time.ts";
import { momentIn, zoneAt } from "#src/lib/time-zones.ts";
import type { Ctx } from "#src/platform/context.ts";
import { requireAutomation } from "./automations.ts";
import type { Replay } from "./contract.ts";
import type { Definition, Trigger } from "./definition-rules.ts";
import { isMaskedFor, maskContact, maskFacts } from "./history.ts";
import { listPeople } from "./history-store.ts";
import {
  findFirstEvent,
  type Happened,
  listHappened,
  listNewestIds,
  listWithDay,
  type Past,
} from "./replay-store.ts";
import { REPEAT_SECONDS } from "./rules.ts";
import { lastMoment } from "./schedule-rules.ts";
import { meetsTests } from "./trigger-rules.ts";

const DAYS = 30;
/** How many events are looked at, and how many are shown. */
const EVENTS_MAX = 5000;
const SHOWN = 50;
/** Of everything that was announced in an account, whatever it’s about. */
const ANNOUNCED_MAX = 200_000;

type Typed = Happened & { type: Trigger["type"] };

export async function replayAutomation(ctx: Ctx, { id }: { id: string }): Promise<Replay> {
  const { draft } = await requireAutomation(ctx, id);
  const now = ctx.now();
  const since = addDays(now, -DAYS);
  const { account } = ctx;
  const { first, is_cut } = await findFirstEvent(ctx.db, { account, since, most: ANNOUNCED_MAX });
  const asked = draft.event_tests.map(({ fact }) => fact);
  const past: Past = { account, since, first, now: now.toISOString(), rows: EVENTS_MAX + 1, asked };
  const found = new Map<string, Typed>();
  for (const trigger of draft.triggers)
    for (const one of await happenedTo(ctx, { trigger, draft, past }))
      found.set(`${one.contact_id} ${one.source}`, { ...one, type: trigger.type });
  const newest = [...found.values()].sort((a, b) => b.at.localeCompare(a.at));
  const looked = newest.slice(0, EVENTS_MAX);
  const ran = runsAmong(draft, await meeting(ctx, draft, looked));
  const shown = ran.slice(0, SHOWN);
  const people = await listPeople(ctx.db, account, idsOf(shown));
  const isMasked = isMaskedFor(ctx);
  return {
    happened: looked.length,
    count: ran.length,
    items: shown.map(({ contact_id, type, facts, at }) => {
      const person = people.get(contact_id ?? "");
      return {
        contact: person && isMasked ? maskContact(person) : (person ?? null),
        type,
        facts: isMasked ? maskFacts(facts) : facts,
        at,
      };
    }),
    is_cut: is_cut || newest.length > EVENTS_MAX,
  };
}

const idsOf = (happened: readonly Happened[]) => [
  ...new Set(happened.flatMap(({ contact_id }) => contact_id ?? [])),
];

interface Asked {
  trigger: Trigger;
  draft: Definition;
  past: Past;
}

function happenedTo(ctx: Ctx, { trigger, draft, past }: Asked): Promise<Happened[]> {
  if (trigger.type === "date") return datesOf(ctx, trigger, { rest: draft.time_zone, past });
  if (trigger.type === "schedule") return clockedOf(ctx, trigger, { zone: draft.time_zone, past });
  return listHappened(ctx.db, trigger, past);
}

/** Those that what happened and who they are would have let through. Whoever is gone isn't anybody. */
async function meeting(ctx: Ctx, { event_tests, condition }: Definition, happened: readonly Typed[]) {
  const fitting = happened.filter(({ facts }) => meetsTests(event_tests, facts));
  const ids = idsOf(fitting);
  const people = await listPeople(ctx.db, ctx.account, ids);
  const [matching = new Set<string>()] = condition === null ? [] : await listMatching(ctx, [condition], ids);
  const isFor = (id: string) => people.has(id) && (condition === null || matching.has(id));
  return fitting.filter(({ contact_id }) => (contact_id === null ? condition === null : isFor(contact_id)));
}

/** Leaves out what would have come too soon after the run before, and what's beyond a day's budget. Newest first. */
function runsAmong({ is_repeatable, budget }: Definition, happened: readonly Typed[]): Typed[] {
  const last = new Map<string | null, number>();
  const byDay = new Map<string, number>();
  const ran: Typed[] = [];
  for (const one of happened.toReversed()) {
    const at = Date.parse(one.at);
    const before = last.get(one.contact_id);
    if (!is_repeatable && before !== undefined && at - before < REPEAT_SECONDS * 1000) continue;
    const day = one.at.slice(0, 10);
    const today = byDay.get(day) ?? 0;
    if (today >= budget) continue;
    byDay.set(day, today + 1);
    last.set(one.contact_id, at);
    ran.push(one);
  }
  return ran.toReversed();
}

/** The days of the window where a date's owner lives, and a day around it. */
function daysOf({ since }: Past): string[] {
  const first = Date.parse(since) - DAY_MS;
  return Array.from({ length: DAYS + 3 }, (_, day) =>
    new Date(first + day * DAY_MS).toISOString().slice(0, 10),
  );
}

async function datesOf(
  { db }: Ctx,
  { field, days, is_yearly, time }: Extract<Trigger, { type: "date" }>,
  { rest, past }: { rest: string; past: Past },
): Promise<Happened[]> {
  /** What the field says, and the days on which it would have counted. */
  const wanted = new Map<string, string[]>();
  for (const day of daysOf(past)) {
    const own = new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
    for (const said of is_yearly ? yearly(own) : [own]) wanted.set(said, [...(wanted.get(said) ?? []), day]);
  }
  const people = await listWithDay(db, past, { field, days: [...wanted.keys()], is_yearly });
  return people.flatMap(({ id, value, ...place }) =>
    (wanted.get(value) ?? []).flatMap((day) => {
      const zone = zoneAt(place, { rest, now: new Date(day) });
      const at = momentIn(zone, `${day}T${time}`).toISOString();
      const isPast = at >= past.since && at <= past.now;
      return isPast ? [{ contact_id: id, at, source: `date ${field} ${day}`, facts: { field } }] : [];
    }),
  );
}

/** Outside of leap years, February 29 is on the 28th. */
function yearly(day: string): string[] {
  const own = day.slice(5);
  const isLeap = new Date(`${day.slice(0, 4)}-02-29T00:00:00Z`).getUTCDate() === 29;
  return own === "02-28" && !isLeap ? [own, "02-29"] : [own];
}

async function clockedOf(
  { db }: Ctx,
  trigger: Extract<Trigger, { type: "schedule" }>,
  { zone, past }: { zone: string; past: Past },
): Promise<Happened[]> {
  const times = occurrencesOf(trigger, isTimeZone(zone) ? zone : "UTC", past);
  const source = (at: string) => `schedule ${at}`;
  if (!trigger.is_for_each)
    return times.map((at) => ({ contact_id: null, at, source: source(at), facts: {} }));
  const ids = await listNewestIds(db, past);
  const each: Happened[] = [];
  for (const at of times) {
    each.push(...ids.map((contact_id) => ({ contact_id, at, source: source(at), facts: {} })));
    if (each.length >= past.rows) break;
  }
  return each;
}

/** When a clock would have started it, the newest time first. */
function occurrencesOf(
  trigger: Extract<Trigger, { type: "schedule" }>,
  zone: string,
  { since, now }: Pick<Past, "since" | "now">,
): string[] {
  const times: string[] = [];
  let at = lastMoment(trigger, zone, new Date(now));
  while (at.toISOString() >= since) {
    times.push(at.toISOString());
    at = lastMoment(trigger, zone, new Date(at.getTime() - 1));
  }
  return times;
}
