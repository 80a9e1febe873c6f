import * as z from "zod";
import type { Announced, EventActor, EventKey, EventType, NewEvent } from "#src/lib/event.ts";
import { firstIdAt } from "#src/lib/ids.ts";
import { addDays } from "#src/lib/time.ts";
import type { Swap } from "../account-data-registry.ts";
import type { Actor, Platform } from "../context.ts";
import { stableUntil } from "../db/visibility-horizon.ts";
import { type JobClassName, type JobHandler, jobHandler, scheduled } from "../jobs/job-types.ts";
import { cutChain, recordEventChanges, sealEvents } from "./event-chain.ts";
import { EVENT_DAYS_KEPT } from "./event-settings.ts";
import {
  type EraseFrom,
  type EventRange,
  findEvent,
  insertEvent,
  listEventIds,
  listEventRows,
  purgeEventRows,
  updateErasedPayloads,
  updateErasedPeople,
  updateEventActors,
  updateEventSubjects,
} from "./store.ts";

export type { EraseFrom } from "./store.ts";

const PRUNED_ROWS = 1000;
const ERASED_ROWS = 5000;

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
      return {
        type: actor.type,
        id: actor.person.id,
        role: actor.role,
        ...("key" in actor && actor.key && { key: actor.key.id }),
      };
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
  const before = firstIdAt(settled.toISOString());
  return listEventRows(platform.db, { ...range, before });
}

/** Deletes events that are older than the instance keeps them. The chain over them goes on from there. */
export async function purgeEvents(platform: Platform): Promise<void> {
  const before = firstIdAt(addDays(platform.now(), -platform.settings.get(EVENT_DAYS_KEPT)));
  await cutChain(platform, before);
  while ((await purgeEventRows(platform.db, { before, most: PRUNED_ROWS })) === PRUNED_ROWS);
}

/* What the product changes in past events. Each is recorded, because the chain would tell it as tampering. */

/** Empties an object in the payloads of events about contacts. The events themselves stay. */
export async function eraseFromPayloads(ctx: Platform, from: EraseFrom): Promise<void> {
  await recordEventChanges(ctx, await updateErasedPayloads(ctx.db, from), "changed");
}

/** Removes a person from other accounts' events, and records that their own account's are going. */
export async function erasePerson(ctx: Platform, id: string): Promise<void> {
  await recordEventChanges(ctx, await updateErasedPeople(ctx.db, id, "others"), "changed");
  let after: string | undefined;
  do {
    const ids = await listEventIds(ctx.db, { account: id, after, most: ERASED_ROWS });
    await recordEventChanges(ctx, ids, "erased");
    after = ids.at(-1);
  } while (after !== undefined);
}

/** Removes deleted accounts' data from the instance's own events. */
export async function eraseFromInstance(ctx: Platform, id: string): Promise<void> {
  await recordEventChanges(ctx, await updateErasedPeople(ctx.db, id, "instance"), "changed");
}

/** Follows two people who swap ids, so that their past actions stay theirs. */
export async function updateActors(ctx: Platform, swap: Swap): Promise<void> {
  await recordEventChanges(ctx, await updateEventActors(ctx.db, swap), "changed");
}

/** Does the same for events about people. Other events that name the account keep naming it. */
export async function updateSubjects(ctx: Platform, swap: Swap, names: readonly string[]): Promise<void> {
  await recordEventChanges(ctx, await updateEventSubjects(ctx.db, swap, names), "changed");
}

export const eventJobs: JobHandler<Platform>[] = [
  scheduled("events.prune", "3 4 * * *", purgeEvents),
  scheduled("events.seal", "* * * * *", sealEvents),
];
