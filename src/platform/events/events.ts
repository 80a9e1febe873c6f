import * as z from "zod";
import type { Announced, EventActor, EventKey, EventType, NewEvent } from "#src/lib/event.ts";
import { uuidv7 } from "#src/lib/ids.ts";
import { addDays } from "#src/lib/time.ts";
import type { Actor, Platform } from "../context.ts";
import { stableUntil } from "../db/visibility-horizon.ts";
import { type JobClassName, type JobHandler, jobHandler, scheduled } from "../jobs/job-types.ts";
import { type EventRange, findEvent, insertEvent, listEventRows, purgeEventRows } from "./store.ts";

export { type EraseFrom, eraseFromPayloads, updateSubjects } from "./store.ts";

export const EVENT_DAYS_KEPT = 90;
const PRUNED_ROWS = 1000;

/** Events are read by everyone, again and again. A thousand ids fit in. */
export const EVENT_BYTES_MAX = 64 * 1024;

/** Writes an event into `ctx`'s open transaction. */
export async function writeEvent<Payload extends object>(
  ctx: Platform & { account?: string },
  event: EventType<Payload>,
  { subject, payload, account = ctx.account }: { subject: string; payload: Payload; account?: string },
): Promise<NewEvent> {
  if (account === undefined) throw new Error(`${event.name} belongs to no account.`);
  const id = ctx.newId();
  const time = ctx.now().toISOString();
  const actor = actorOf(ctx.actor);
  await insertEvent(ctx.db, {
    id,
    name: event.name,
    account,
    actor,
    subject,
    time,
    payload: asStored(event, payload),
  });
  return { account, id, actor, subject, payload };
}

/** Refuses what readers couldn't parse. */
function asStored<Payload extends object>(
  { name, payload: shape }: EventType<Payload>,
  payload: Payload,
): string {
  const text = JSON.stringify(shape.parse(payload));
  const bytes = Buffer.byteLength(text);
  if (bytes > EVENT_BYTES_MAX) throw new Error(`${name} carries ${bytes} bytes, more than an event may.`);
  return text;
}

function actorOf(actor: Actor): EventActor {
  switch (actor.type) {
    case "visitor":
      return { type: actor.type };
    case "system":
      return { type: actor.type, job: actor.job };
    case "api-key":
      return { type: actor.type, id: actor.id };
    default:
      return { type: actor.type, id: actor.person.id, role: actor.role };
  }
}

/** A verb that reacts to an event. */
export interface Subscription<Context> extends JobHandler<Context> {
  event: string;
}

const keySchema = z.object({ account: z.string(), id: z.string() });

/**
 * Makes every transaction that announces `event` queue a job for `run`, with its own retries. `run` may be
 * called more than once and much later, so it has to look up the current state.
 */
export function subscribe<Context extends Platform, Payload extends object>(
  event: EventType<Payload>,
  run: (context: Context, event: Announced<Payload>) => Promise<void>,
  job: { name: string; class?: JobClassName; retries?: number },
): Subscription<Context> {
  const react = async (context: Context, key: EventKey) => {
    const row = await findEvent(context.db, key);
    if (row) await run(context, { ...row, payload: event.payload.parse(row.payload) });
  };
  return { ...jobHandler({ ...job, data: keySchema }, react), event: event.name };
}

/**
 * An account's events after `after`, in order. Events that an open transaction could still precede are left
 * for the next call, so that readers who continue from the last one miss nothing.
 */
export async function listEvents(
  platform: Platform,
  range: Omit<EventRange, "before">,
): Promise<Announced<unknown>[]> {
  const settled = await stableUntil(platform);
  // The smallest id of that moment.
  const before = uuidv7(settled.getTime(), () => undefined);
  return listEventRows(platform.db, { ...range, before });
}

/** Deletes events that nobody can ask for any longer. */
export async function purgeEvents({ db, now }: Platform): Promise<void> {
  const before = addDays(now(), -EVENT_DAYS_KEPT);
  while ((await purgeEventRows(db, { before, most: PRUNED_ROWS })) === PRUNED_ROWS);
}

export const eventJobs: JobHandler<Platform>[] = [scheduled("events.prune", "3 4 * * *", purgeEvents)];
