import { setImmediate as nextTurn } from "node:timers/promises";
import type * as z from "zod";
import {
  ANALYTICS_EVENT_BYTES,
  ANALYTICS_EVENT_SAVED_BYTES,
} from "#src/features/instance/bandwidth/rules.ts";
import type { Platform } from "#src/platform/context.ts";
import { retryOnConflict, sqlStateOf } from "#src/platform/db/retry.ts";
import type { Signals } from "#src/platform/signals.ts";
import type { recordedSchema } from "./contract.ts";
import {
  type ClickEvent,
  eventKey,
  RECORD_STATEMENT,
  type RecordAnswer,
  type RecordedEvent,
  recordValues,
  TALLY_STATEMENT,
  tallyValues,
  type ViewEvent,
} from "./record-store.ts";
import { ANNOUNCE_EVERY_MS } from "./rules.ts";
import { clicksRecorded } from "./signals.ts";
import { tally } from "./tally.ts";
import { KnownTexts } from "./visit-texts.ts";

/** A NOTIFY carries at most 8,000 bytes. */
const ANNOUNCED_PROFILES_MAX = 150;

interface Announcer {
  profiles: Set<string>;
  timer?: NodeJS.Timeout;
}

const announcers = new WeakMap<Signals, Announcer>();

/** Announces profiles with new events to every node: the first at once, the rest at most twice a second. */
function broadcastRecorded(platform: Platform, events: readonly { profile_id: string }[]): void {
  const announcer = announcers.get(platform.signals) ?? { profiles: new Set() };
  announcers.set(platform.signals, announcer);
  for (const { profile_id } of events) announcer.profiles.add(profile_id);
  if (announcer.timer) return;
  announcer.timer = globalThis
    .setTimeout(() => {
      announcer.timer = undefined;
      if (announcer.profiles.size > 0) broadcastRecorded(platform, []);
    }, ANNOUNCE_EVERY_MS)
    .unref();
  const profiles = [...announcer.profiles];
  announcer.profiles.clear();
  void announce(platform, profiles).catch((error: unknown) =>
    platform.log.warn({ err: error }, "live analytics"),
  );
}

async function announce({ signals, db }: Platform, profiles: string[]): Promise<void> {
  for (let at = 0; at < profiles.length; at += ANNOUNCED_PROFILES_MAX) {
    const profile_ids = profiles.slice(at, at + ANNOUNCED_PROFILES_MAX);
    const announcements = [{ name: clicksRecorded.name, payload: { profile_ids } }];
    await signals.deliver(announcements);
    await signals.send(db, announcements);
  }
}

export type { ClickEvent, ViewEvent } from "./record-store.ts";

export type RecordedCounts = z.infer<typeof recordedSchema>;

export interface Recorder {
  /** Resolves when the events are committed. Rejects if they may not be, so that they can be sent again. */
  recordClicks(events: ClickEvent[]): Promise<RecordedCounts>;
  recordView(event: ViewEvent): Promise<RecordedCounts>;
  /** Resolves when everything that was accepted has been answered. */
  drain(): Promise<void>;
}

interface RecorderOptions {
  batchRowsMax?: number;
}

interface Waiting {
  events: RecordedEvent[];
  isNew: number;
  resolve(answer: RecordedCounts): void;
  reject(error: unknown): void;
}

interface Parts {
  platform: Platform;
  known: KnownTexts;
}

const NOTHING: RecordAnswer = { stored: 0, stored_events: [] };
const BATCH_ROWS_MAX = 2000;
const EVENT_AMOUNT = { transferred: ANALYTICS_EVENT_BYTES, saved: ANALYTICS_EVENT_SAVED_BYTES };

/**
 * Gathers the events of all waiting requests (group commit). The next batch grows while one statement runs,
 * so a lone event is stored at once and a crowd shares its commits.
 */
export function createRecorder(
  platform: Platform,
  { batchRowsMax = BATCH_ROWS_MAX }: RecorderOptions = {},
): Recorder {
  const parts = { platform, known: new KnownTexts() };
  let waiting: Waiting[] = [];
  let flushing: Promise<void> | undefined;

  function add(events: RecordedEvent[]): Promise<RecordedCounts> {
    return new Promise((resolve, reject) => {
      waiting.push({ events, isNew: 0, resolve, reject });
      flushing ??= flushAll();
    });
  }

  async function flushAll(): Promise<void> {
    // Requests that were read from the network in this turn share the first batch.
    await nextTurn();
    let answerLast = () => {};
    while (waiting.length > 0) {
      const stored = flush(parts, takeBatch());
      // By the next turn the statement is sent, so the senders of the previous one get their response while
      // the database works.
      await nextTurn();
      answerLast();
      answerLast = await stored;
    }
    answerLast();
    flushing = undefined;
  }

  function takeBatch(): Waiting[] {
    let rows = 0;
    const full = waiting.findIndex((one) => {
      rows += one.events.length;
      return rows > batchRowsMax;
    });
    const batch = full === -1 ? waiting : waiting.slice(0, Math.max(1, full));
    waiting = full === -1 ? [] : waiting.slice(batch.length);
    return batch;
  }

  return {
    recordClicks: (events) => add(events),
    recordView: (event) => add([event]),
    async drain() {
      while (flushing) await flushing;
    },
  };
}

/**
 * Stores a batch and resolves to a function that responds to everyone in it. A batch that fails because of
 * its data is halved until the culprit is alone.
 */
async function flush(parts: Parts, batch: Waiting[]): Promise<() => void> {
  const { platform } = parts;
  try {
    const events = batch.length === 1 ? (batch[0]?.events ?? []) : batch.flatMap((one) => one.events);
    const answer = await store(parts, events);
    return () => {
      countNew(batch, events.filter((event) => !isUnlisted(event)).length, answer);
      broadcastRecorded(platform, events);
      recordEgress(platform, events);
      for (const one of batch) one.resolve({ received: one.events.length, new: one.isNew });
    };
  } catch (error) {
    if (batch.length === 1 || !isAboutData(error)) {
      return () => {
        for (const one of batch) one.reject(error);
      };
    }
    const half = batch.length >> 1;
    const answers = [await flush(parts, batch.slice(0, half)), await flush(parts, batch.slice(half))];
    return () => {
      for (const answer of answers) answer();
    };
  }
}

function recordEgress({ egress }: Platform, events: RecordedEvent[]): void {
  for (const { user_id } of events) egress.note(user_id, "analytics_batch", EVENT_AMOUNT);
}

async function store({ platform, known }: Parts, events: RecordedEvent[]): Promise<RecordAnswer> {
  const listed = events.some(isUnlisted) ? events.filter((event) => !isUnlisted(event)) : events;
  const answer = listed.length === 0 ? NOTHING : await storeRows({ platform, known }, listed);
  if (listed.length === events.length) return answer;
  const now = platform.now();
  const counts = tally(events.filter(isUnlisted));
  await retryOnConflict(() => platform.database.run(TALLY_STATEMENT, tallyValues(counts, now)));
  return answer;
}

async function storeRows({ platform, known }: Parts, events: RecordedEvent[]): Promise<RecordAnswer> {
  const texts = known.unknownOf(events);
  const [answer = NOTHING] = await retryOnConflict(() =>
    platform.database.run<RecordAnswer>(RECORD_STATEMENT, recordValues(events, platform.now(), texts)),
  );
  known.add(texts);
  return answer;
}

function countNew(batch: Waiting[], listed: number, { stored, stored_events }: RecordAnswer): void {
  // An id that appears twice in a batch is new only the first time.
  const fresh = stored === listed ? undefined : new Set(stored_events);
  for (const one of batch) {
    one.isNew = fresh
      ? one.events.filter((event) => isUnlisted(event) || fresh.delete(eventKey(event))).length
      : one.events.length;
  }
}

/** Without a row, a repeated event can't be recognized. */
function isUnlisted({ is_unlisted }: RecordedEvent): boolean {
  return is_unlisted === true;
}

/** SQLSTATE classes 22 and 23: a value that can't be stored. Anything else would fail for every event. */
function isAboutData(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error));
}
