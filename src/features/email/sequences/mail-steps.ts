/* The e-mail of a sequence: who gets it now, and the batch of a version's step that it goes out in. */
import { assignVariant } from "#src/features/email/ab-tests/assignment.ts";
import {
  enqueueBatchSends,
  findBatch,
  insertRecipients,
  loadSenders,
  lockBatch,
  moveBatch,
  startBatch,
} from "#src/features/email/delivery/delivery.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Junction, Step } from "./definition-rules.ts";
import { listVisits, recipientsAmong } from "./enrollment-store.ts";
import { UNCONFIRMED_DAYS_MAX } from "./rules.ts";
import { findSnapshot, findStepBatch, findStepTest, insertStepBatch, type WalkedVersion } from "./store.ts";
import type { VersionTests } from "./tables.ts";
import { nextSendingTime } from "./wait-rules.ts";
import type { Walk, Walker } from "./walk.ts";

/** Held back until they confirm, which wakes them. This is for those whose confirmation was missed. */
const UNCONFIRMED_LOOK_MS = 6 * 3_600_000;
/** A sequence sends whenever it runs, so nothing in its batches is late. */
const LATE_MINUTES = 30 * 24 * 60;

type MailJunction = Junction & { step: Extract<Step, { type: "send" }> };

/** Gives everyone who may have the e-mail now a row in the ledger, in the same transaction as their step. */
export async function takeMailStep(
  walk: Walk,
  { step, next }: MailJunction,
  group: readonly Walker[],
): Promise<void> {
  const getting = group.filter((walker) => maySend(walk, walker, next));
  if (getting.length === 0) return;
  const { ctx, version } = walk;
  const { user_id, sequence_id } = version;
  const key = { user_id, sequence_id, version: version.version, step_id: step.id };
  const ids = getting.map(({ person }) => person.id);
  const visits = await listVisits(ctx.db, key, ids);
  const test = step.test ? await findStepTest(ctx.db, key) : undefined;
  const left = new Set<string>();
  for (const visit of new Set(ids.map((id) => visits.get(id) ?? 0))) {
    const those = ids.filter((id) => (visits.get(id) ?? 0) === visit);
    for (const id of await sendTo(ctx, version, { step_id: step.id, visit, ids: those, test })) left.add(id);
  }
  for (const walker of getting) walk.pass(walker, next, left.has(walker.person.id) ? "left_out" : "sent");
}

/** True if somebody gets it now. Others are held, leave, or go on without it. */
function maySend(walk: Walk, walker: Walker, next: string | null): boolean {
  const { row, person, zone } = walker;
  const { now, version } = walk;
  if (row.is_skipping || walker.isLate) {
    row.is_skipping = false;
    walk.pass(walker, next, "left_out");
    return false;
  }
  if (person.status === "unconfirmed") {
    if (addDays(row.step_at, UNCONFIRMED_DAYS_MAX) <= now.toISOString()) walk.leave(row, "unconfirmed");
    else walk.hold(walker, new Date(now.getTime() + UNCONFIRMED_LOOK_MS), { reason: "unconfirmed" });
    return false;
  }
  const at = nextSendingTime(version.definition.hours, zone, now);
  if (at > now) walk.hold(walker, at, { reason: "hours" });
  return at <= now;
}

interface Sending {
  step_id: string;
  visit: number;
  ids: readonly string[];
  test: VersionTests[string] | undefined;
}

/** Returns those who get nothing, because every version that was tested did harm. */
async function sendTo(
  ctx: Ctx,
  version: WalkedVersion,
  { step_id, visit, ids, test }: Sending,
): Promise<string[]> {
  const id = await ensureBatch(ctx, version, { step_id, visit, test });
  const key = { user_id: ctx.account, id };
  await lockBatch(ctx.db, key);
  const batch = await findBatch(ctx.db, key);
  if (batch?.state === "done") await moveBatch(ctx, key, "sending");
  const { mailbox_id } = version.definition;
  const shares = mailbox_id === null ? [] : [{ mailbox_id, sender_index: 0, share: 1 }];
  const assigned: { id: string; variant: number | null }[] = [];
  for (const contact_id of ids) {
    const variant = test ? await assignVariant(ctx, { test_id: test.id, contact_id, batch_id: id }) : null;
    assigned.push({ id: contact_id, variant });
  }
  const getting = assigned.filter(({ variant }) => !test || variant !== null);
  const people = recipientsAmong(ctx.account, getting, ctx.now().toISOString());
  const ways = await loadSenders(ctx, shares);
  await insertRecipients(ctx.db, key, { people, isTested: test !== undefined, ways, before: 0 });
  await enqueueBatchSends(ctx, id);
  return assigned.filter((one) => !getting.includes(one)).map((one) => one.id);
}

async function ensureBatch(
  ctx: Ctx,
  { user_id, sequence_id, version, definition }: WalkedVersion,
  { step_id, visit, test }: Omit<Sending, "ids">,
): Promise<string> {
  const of = { user_id, sequence_id, version, step_id, visit };
  const known = await findStepBatch(ctx.db, of);
  if (known !== undefined) return known;
  const batch_id = ctx.newId();
  const snapshot = await findSnapshot(ctx.db, of);
  if (!snapshot) throw new Error("A published e-mail step has its content.");
  // Another node that's a moment earlier makes this one wait, and then its batch is the one.
  if (!(await insertStepBatch(ctx.db, { ...of, batch_id })))
    return (await findStepBatch(ctx.db, of)) ?? batch_id;
  await startBatch(ctx, {
    id: batch_id,
    topic: definition.topic,
    tracking: "each",
    mailbox_ids: definition.mailbox_id === null ? [] : [definition.mailbox_id],
    shares: [1],
    snapshot,
    variants: test?.variants ?? [],
    sender_recipients: [0],
    rest_hours: null,
    late_minutes: LATE_MINUTES,
  });
  return batch_id;
}
