/* The e-mail of a sequence: who gets it now, and the batch of a version's step that it goes out in. */
import { assignVariants } from "#src/features/email/ab-tests/assignment.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Junction, Step } from "./definition-rules.ts";
import { listVisits, type MailedPerson } from "./enrollment-store.ts";
import { type BatchHome, sendInBatch } from "./mail-batches.ts";
import { UNCONFIRMED_DAYS_MAX } from "./rules.ts";
import { findSnapshot, findStepBatch, findStepTest, insertStepBatch, type WalkedVersion } from "./store.ts";
import type { VersionTests } from "./tables.ts";
import { nextSendingTime } from "./wait-rules.ts";
import type { Walk, Walker } from "./walk.ts";

/** Held back until they confirm, which wakes them. This is for those whose confirmation was missed. */
const UNCONFIRMED_LOOK_MS = 6 * 3_600_000;

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
  const { user_id, sequence_id, definition } = version;
  const of = { user_id, sequence_id, version: version.version, step_id, visit };
  const home: BatchHome = {
    mailbox_id: definition.mailbox_id,
    topic: definition.topic,
    find: () => findStepBatch(ctx.db, of),
    insert: (batch_id) => insertStepBatch(ctx.db, { ...of, batch_id }),
    findSnapshot: () => findSnapshot(ctx.db, of),
    variants: test?.variants,
  };
  const left: string[] = [];
  await sendInBatch(ctx, home, async (batch_id) => {
    if (!test) return ids.map((id) => ({ id, variant: null }));
    const getting: MailedPerson[] = [];
    for (const [id, variant] of await assignVariants(ctx, { test_id: test.id, batch_id }, ids))
      if (variant === null) left.push(id);
      else getting.push({ id, variant });
    return getting;
  });
  return left;
}
