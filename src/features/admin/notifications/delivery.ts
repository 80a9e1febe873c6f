/*
 * Sends what staff tell many people. A job goes through the accounts by their ids, a batch in a transaction with
 * where it is and whom it told: whatever a kill undoes is done again, and nothing else. Nothing in it waits for a
 * network; mail and devices have queues of their own.
 */
import * as z from "zod";
import { filterSubscribed } from "#src/features/identity/preferences/preferences.ts";
import type { Channel } from "#src/features/identity/preferences/rules.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { needsSecond, proposeBroadcast } from "./approval.ts";
import {
  countAudience,
  deleteAudience,
  insertAudiencePart,
  listNextReceivers,
  type Receiver,
} from "./audience-store.ts";
import { isLate, isOverEverywhere, nextStep } from "./broadcast-rules.ts";
import { tellPeople } from "./channel-messages.ts";
import { broadcastHeld } from "./events.ts";
import { claimInstanceMessage } from "./frequency-cap.ts";
import { newsMail } from "./mails.ts";
import { addNextBroadcast } from "./repetition.ts";
import { RUNNING_STATES, TARGETS } from "./rules.ts";
import {
  type BroadcastRow,
  countWaitingMails,
  insertReceivers,
  listDueBroadcasts,
  listUnlistedBroadcasts,
  lockBroadcast,
  updateBroadcast,
} from "./store.ts";

export const BATCH_ROWS = 200;
/** Accounts that are looked at in a transaction while the audience is written down, so that stopping it waits for no more. */
const AUDIENCE_PART_ROWS = 5000;
/** Somebody's new password must not wait behind the news for everyone. */
const MAILS_WAITING_MAX = 500;
const WAIT_SECONDS = 15;

const ofBroadcast = z.object({ id: z.string() });
type OfBroadcast = z.output<typeof ofBroadcast>;

export const broadcastJob: JobType<OfBroadcast> = {
  name: "notifications.broadcast",
  class: "bulk",
  data: ofBroadcast,
};

export async function enqueueBroadcast(ctx: Platform, id: string, dueAt: Date): Promise<void> {
  const delaySeconds = Math.max(0, Math.ceil((dueAt.getTime() - ctx.now().getTime()) / 1000));
  await ctx.enqueue(broadcastJob, { id }, { key: `${id} ${dueAt.toISOString()}`, group: id, delaySeconds });
}

/** Starts writing down whom it's for. */
export async function enqueueAudience(ctx: Platform, id: string): Promise<void> {
  await ctx.enqueue(broadcastJob, { id }, { key: `${id} audience`, group: id });
}

/** Every minute: starts what's due, and goes on with what a killed process left. */
export async function runDueBroadcasts(platform: Platform): Promise<void> {
  for (const { id, due_at } of await listDueBroadcasts(platform.db, platform.now().toISOString()))
    if (due_at !== null) await enqueueBroadcast(platform, id, new Date(due_at));
  for (const { id } of await listUnlistedBroadcasts(platform.db)) await enqueueAudience(platform, id);
}

export async function runBroadcast(platform: Platform, { id }: OfBroadcast): Promise<void> {
  while (await sendBatch(platform, id)) platform.abortSignal.throwIfAborted();
}

/** False once there's nothing left to do for now. */
function sendBatch(platform: Platform, id: string): Promise<boolean> {
  return platform.write(async (ctx) => {
    const row = await lockBroadcast(ctx.db, id);
    const now = ctx.now();
    if (!row || !RUNNING_STATES.includes(row.state)) return false;
    // Nobody comes to its audience later, however long it waits, unless it repeats.
    if (row.frozen_at === null && row.repeat === null) return freezePart(ctx, row);
    if (row.state === "waiting") return false;
    if (row.due_at !== null && Date.parse(row.due_at) > now.getTime()) return false;
    if (row.started_at === null) await addNextBroadcast(ctx, row);
    if (isLate(row, now)) return holdBack(ctx, row);
    if (row.frozen_at === null) return freezePart(ctx, row);
    if (row.channels.includes("email") && (await isMailBusy(ctx, newsMail))) {
      await continueAt(ctx, row, {
        dueAt: new Date(now.getTime() + WAIT_SECONDS * 1000),
        after: row.after_id,
      });
      return false;
    }
    const last_batch_at = now.toISOString();
    const started_at = row.started_at ?? last_batch_at;
    const people = await listNextReceivers(ctx.db, {
      id,
      now,
      audience: row.audience,
      after: row.after_id,
      sendAt: row.send_at,
      most: BATCH_ROWS,
    });
    await tell(ctx, row, people);
    const last = people.at(-1);
    if (last) {
      await updateBroadcast(ctx.db, id, {
        state: "sending",
        started_at,
        last_batch_at,
        after_id: last.account,
      });
      return true;
    }
    // From the first account on: clocks elsewhere have reached the time by then.
    if (!isOverEverywhere(row.send_at, now)) await continueAt(ctx, row, { dueAt: nextStep(now), after: "" });
    else await endBroadcast(ctx, row, { state: "sent", started_at });
    return false;
  });
}

/** Staff decide again about what people don't expect anymore. */
async function holdBack(ctx: Platform, { id, versions }: BroadcastRow): Promise<false> {
  await updateBroadcast(ctx.db, id, { state: "held", due_at: null });
  const payload = { title: versions.en.title };
  await ctx.announce(broadcastHeld, { account: INSTANCE, subject: id, payload });
  return false;
}

/**
 * Writes down a part of whom it's for. False if they've become so many that a colleague is asked first, unless one has
 * been, or has confirmed an earlier one.
 */
async function freezePart(ctx: Platform, row: BroadcastRow): Promise<boolean> {
  const { id, audience, state, sent_by, approved_by, after_id: after } = row;
  const now = ctx.now();
  const last = await insertAudiencePart(ctx.db, { id, audience, now, after, rows: AUDIENCE_PART_ROWS });
  if (last !== undefined) {
    await updateBroadcast(ctx.db, id, { after_id: last });
    return true;
  }
  const total = await countAudience(ctx.db, id);
  await updateBroadcast(ctx.db, id, { total, frozen_at: now.toISOString(), after_id: "" });
  if (state === "waiting" || approved_by !== null) return true;
  if (!(await needsSecond(ctx, { total, sender: sent_by }))) return true;
  await updateBroadcast(ctx.db, id, { state: "waiting", due_at: null });
  await proposeBroadcast(ctx, { ...row, total });
  return false;
}

export async function endBroadcast(
  ctx: Platform,
  { id }: BroadcastRow,
  ending: { state: "sent" | "stopped"; started_at?: string },
): Promise<void> {
  await updateBroadcast(ctx.db, id, { ...ending, due_at: null, ended_at: ctx.now().toISOString() });
  await deleteAudience(ctx.db, id);
}

export async function isMailBusy({ db }: Platform, { template }: { template: string }): Promise<boolean> {
  const which = { template, most: MAILS_WAITING_MAX };
  return (await countWaitingMails(db, which)) >= MAILS_WAITING_MAX;
}

async function continueAt(
  ctx: Platform,
  { id }: BroadcastRow,
  { dueAt, after }: { dueAt: Date; after: string },
): Promise<void> {
  await updateBroadcast(ctx.db, id, { due_at: dueAt.toISOString(), after_id: after });
  await enqueueBroadcast(ctx, id, dueAt);
}

async function tell(ctx: Platform, row: BroadcastRow, people: readonly Receiver[]): Promise<void> {
  if (people.length === 0) return;
  const ids = people.map(({ account }) => account);
  const { id, channels, versions, is_urgent: isUrgent } = row;
  const wanting = await listWanting(ctx, ids, channels);
  // Nobody uses up what they may get for something that they don't want.
  const allowed = new Set(
    await claimInstanceMessage(ctx, { accounts: ids.filter((id) => wanting.has(id)), key: id, isUrgent }),
  );
  const channelsOf = await tellPeople(ctx, {
    key: id,
    people: people.filter(({ account }) => allowed.has(account)),
    channels,
    versions,
    path: TARGETS[row.target].path,
    mail: newsMail,
    dataFor: ({ account }) => ({ id, account }),
  });
  const created_at = ctx.now().toISOString();
  await insertReceivers(
    ctx.db,
    ids.map((account) => ({
      broadcast_id: id,
      account,
      channels: channelsOf(account),
      is_capped: wanting.has(account) && !allowed.has(account),
      created_at,
    })),
  );
}

/** The people who take news by at least one of these channels. */
export async function listWanting(
  ctx: Platform,
  ids: readonly string[],
  channels: readonly Channel[],
): Promise<Set<string>> {
  const lists = await Promise.all(
    channels.map((channel) => filterSubscribed(ctx, ids, { topic: "news", channel })),
  );
  return new Set(lists.flat());
}
