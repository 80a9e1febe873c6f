/*
 * Packed days: the events of each finished UTC day of a page, by column. A job packs a day once it's added up,
 * and what changes past events packs theirs again. What isn't packed yet is read from the rows in the same form.
 */
import { DAY_MS } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Db } from "#src/platform/db/database.ts";
import { processLocal } from "#src/platform/process-local.ts";
import {
  findPackedRange,
  findPackedUntil,
  findPackedVisitRange,
  listDaysWithoutVisits,
  listPackedContents,
  listPackedDays,
  listPackedVisits,
  listProfilesOn,
  type PackedDay,
  upsertPackedDay,
  upsertPackedUntil,
} from "./packed-day-store.ts";
import { bytesOf, decodeEvents, decodeVisits, type EventVisits, type PackedEvents } from "./packed-events.ts";
import { findFirstDay, findProgress } from "./rollup-store.ts";

/** A run that has more to do leaves the rest to the next one, an hour later. */
const DAYS_PER_RUN = 62;
/** Days of pages that were packed before visits were: each is packed once more. */
const OLD_DAYS_PER_RUN = 2000;
/** Minutes from the start have to fit in two bytes. */
const UNPACKED_DAYS_AT_ONCE = 31;
/** Read at once, so that memory stays flat whatever the period. */
const EVENTS_AT_ONCE = 400_000;
const REMEMBERED_BYTES_MAX = 64 * 1024 * 1024;
const REMEMBERED_VISIT_BYTES_MAX = 40 * 1024 * 1024;

/** Packs the days that have been added up since the last run. */
export async function packDays(platform: Platform): Promise<void> {
  const until = (await findProgress(platform.db))?.day;
  const first = (await findPackedUntil(platform.db)) ?? (await findFirstDay(platform.db));
  if (!until || !first) return;
  const end = Math.min(until.getTime(), first.getTime() + DAYS_PER_RUN * DAY_MS);
  for (let day = first.getTime(); day < end; day += DAY_MS) {
    for (const profileId of await listProfilesOn(platform.db, new Date(day))) {
      await platform.write(async ({ db }) => {
        // Held while figures are rebuilt, so that neither packs what the other is replacing.
        await takeAdvisoryLock(db, "rollups");
        await upsertPackedDay(db, profileId, new Date(day));
      });
    }
    await platform.write(({ db }) => upsertPackedUntil(db, new Date(day + DAY_MS)));
  }
  for (const { profileId, day } of await listDaysWithoutVisits(platform.db, OLD_DAYS_PER_RUN)) {
    await platform.write(async ({ db }) => {
      await takeAdvisoryLock(db, "rollups");
      await upsertPackedDay(db, profileId, day);
    });
  }
}

/** Packs a page's days again after their rows have changed. Days that aren't packed yet are left to the job. */
export async function repackDays(
  db: Db,
  profileId: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const until = await findPackedUntil(db);
  const end = Math.min(to.getTime(), until?.getTime() ?? 0);
  for (let day = from.getTime(); day < end; day += DAY_MS)
    await upsertPackedDay(db, profileId, new Date(day));
}

/** What was read of packed days last, up to a size. */
class RecentDays<Part> {
  #days = new Map<string, Part>();
  #bytes = 0;
  readonly #bytesMax: number;
  readonly #bytesOf: (part: Part) => number;

  constructor(bytesMax: number, bytesOfPart: (part: Part) => number) {
    this.#bytesMax = bytesMax;
    this.#bytesOf = bytesOfPart;
  }

  find(key: string): Part | undefined {
    const found = this.#days.get(key);
    if (found) {
      this.#days.delete(key);
      this.#days.set(key, found);
    }
    return found;
  }

  keep(key: string, part: Part): void {
    if (this.#days.has(key)) return;
    this.#days.set(key, part);
    this.#bytes += this.#bytesOf(part);
    for (const [oldest, dropped] of this.#days) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#days.delete(oldest);
      this.#bytes -= this.#bytesOf(dropped);
    }
  }
}

const recentDaysOf = processLocal(() => new RecentDays(REMEMBERED_BYTES_MAX, bytesOf));
const recentVisitsOf = processLocal(
  () =>
    new RecentDays<EventVisits>(
      REMEMBERED_VISIT_BYTES_MAX,
      ({ visits, names, firstClicks }) =>
        visits.byteLength + names.byteLength + firstClicks.at.byteLength * 2,
    ),
);

const keyOf = (profileId: string, { day, version }: Omit<PackedDay, "events">) =>
  `${profileId} ${day} ${version}`;

interface Reading {
  profileId: string;
  from: number;
  to: number;
}

/**
 * Reads a page's events in a period, and those before it on the UTC day of its start, because a visitor
 * counts once a day. In order of time, in parts that together are never in memory.
 */
export async function* readEvents(
  platform: Platform,
  { profileId, from, to }: Reading,
): AsyncGenerator<PackedEvents> {
  const start = Math.floor(from / DAY_MS) * DAY_MS;
  const packedUntil = (await findPackedUntil(platform.db))?.getTime() ?? 0;
  const packedTo = Math.min(packedUntil, Math.ceil(to / DAY_MS) * DAY_MS);
  if (start < packedTo) {
    const range = { profileId, from: new Date(start), to: new Date(packedTo) };
    for await (const { events } of readPacked(platform, profileId, await listPackedDays(platform.db, range)))
      yield events;
  }
  const step = UNPACKED_DAYS_AT_ONCE * DAY_MS;
  for (let at = Math.max(start, packedUntil); at < to; at += step) {
    const range = { profileId, from: new Date(at), to: new Date(Math.min(to, at + step)) };
    const row = await findPackedRange(platform.db, range);
    if (row) yield decodeEvents(at, row);
  }
}

interface ReadDay {
  day: Omit<PackedDay, "events">;
  events: PackedEvents;
}

async function* readPacked(
  platform: Platform,
  profileId: string,
  days: readonly PackedDay[],
): AsyncGenerator<ReadDay> {
  const recent = recentDaysOf(platform);
  for (let at = 0; at < days.length; ) {
    const day = days[at];
    const known = day && recent.find(keyOf(profileId, day));
    if (known) {
      yield { day, events: known };
      at++;
      continue;
    }
    const missing = batchFrom(days, at, (one) => recent.find(keyOf(profileId, one)) === undefined);
    const rows = await listPackedContents(
      platform.db,
      profileId,
      missing.map((one) => one.day),
    );
    for (const row of rows.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
      const events = decodeEvents(Date.parse(row.day), row);
      recent.keep(keyOf(profileId, row), events);
      yield { day: row, events };
    }
    at += missing.length;
  }
}

/** Reads the same as `readEvents`, with the visit of each event. */
export async function* readVisits(
  platform: Platform,
  { profileId, from, to }: Reading,
): AsyncGenerator<{ events: PackedEvents; visits: EventVisits }> {
  const { db } = platform;
  const start = Math.floor(from / DAY_MS) * DAY_MS;
  const packedUntil = (await findPackedUntil(db))?.getTime() ?? 0;
  const packedTo = Math.min(packedUntil, Math.ceil(to / DAY_MS) * DAY_MS);
  if (start < packedTo) {
    const range = { profileId, from: new Date(start), to: new Date(packedTo) };
    const days = await listPackedDays(db, range);
    for (let at = 0; at < days.length; ) {
      const batch = batchFrom(days, at, () => true);
      const known = await readPackedVisits(platform, profileId, batch);
      for await (const { day, events } of readPacked(platform, profileId, batch)) {
        const visits = known.get(keyOf(profileId, day));
        if (visits) yield { events, visits };
        else yield* readFromRows(db, { profileId, from: events.start, to: events.start + DAY_MS });
      }
      at += batch.length;
    }
  }
  const step = UNPACKED_DAYS_AT_ONCE * DAY_MS;
  for (let at = Math.max(start, packedUntil); at < to; at += step)
    yield* readFromRows(db, { profileId, from: at, to: Math.min(to, at + step) });
}

async function* readFromRows(db: Db, { profileId, from, to }: Reading) {
  const row = await findPackedVisitRange(db, { profileId, from: new Date(from), to: new Date(to) });
  const visits = row && decodeVisits(row.events, row);
  if (visits) yield { events: decodeEvents(from, row), visits };
}

/** Returns the visits of a batch of days by their key. Days that were packed before visits were have none. */
async function readPackedVisits(
  platform: Platform,
  profileId: string,
  days: readonly PackedDay[],
): Promise<Map<string, EventVisits>> {
  const recent = recentVisitsOf(platform);
  const found = new Map<string, EventVisits>();
  const missing: string[] = [];
  for (const one of days) {
    const visits = recent.find(keyOf(profileId, one));
    if (visits) found.set(keyOf(profileId, one), visits);
    else missing.push(one.day);
  }
  if (missing.length === 0) return found;
  for (const row of await listPackedVisits(platform.db, profileId, missing)) {
    const visits = decodeVisits(row.events, row);
    if (!visits) continue;
    found.set(keyOf(profileId, row), visits);
    recent.keep(keyOf(profileId, row), visits);
  }
  return found;
}

/** Takes the days from `at` on that have to be read, up to the events that are read at once. */
function batchFrom(
  days: readonly PackedDay[],
  at: number,
  isMissing: (day: PackedDay) => boolean,
): PackedDay[] {
  const batch: PackedDay[] = [];
  let events = 0;
  for (const day of days.slice(at)) {
    if (!isMissing(day) || (batch.length > 0 && events + day.events > EVENTS_AT_ONCE)) break;
    batch.push(day);
    events += day.events;
  }
  return batch;
}
