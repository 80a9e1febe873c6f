/* How people leave a sequence before its end. */
import { skipWaiting } from "#src/features/email/delivery/delivery.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type EnrollmentRow, lockInside, updateEnrollments } from "./enrollment-store.ts";
import { sequenceLeft } from "./events.ts";
import type { ExitReason } from "./rules.ts";
import { listBatchIds } from "./store.ts";

/** An event has room for this many ids. */
const ANNOUNCED_IDS = 1000;

export function chunks(ids: readonly string[]): string[][] {
  const found: string[][] = [];
  for (let at = 0; at < ids.length; at += ANNOUNCED_IDS) found.push(ids.slice(at, at + ANNOUNCED_IDS));
  return found;
}

interface Ending {
  sequence_id?: string;
  /** Everyone, if it's left out. */
  contactIds?: readonly string[];
  reason: ExitReason;
}

/** Takes people out, and skips their e-mail that waits. Returns how many. */
export function endInside(ctx: Ctx, { sequence_id, contactIds, reason }: Ending): Promise<number> {
  return ctx.write(async (ctx) => {
    const rows = await lockInside(ctx.db, {
      user_id: ctx.account,
      ...(sequence_id !== undefined && { sequence_id }),
      ...(contactIds && { contact_ids: contactIds }),
    });
    await endThese(ctx, rows, reason);
    return rows.length;
  });
}

/** Ends locked enrollments. */
export async function endThese(ctx: Ctx, rows: readonly EnrollmentRow[], reason: ExitReason): Promise<void> {
  const at = ctx.now().toISOString();
  await updateEnrollments(
    ctx.db,
    rows.map((row) => ({ ...row, state: "exited" as const, reason, step_id: null, ended_at: at })),
  );
  for (const [sequence_id, contact_ids] of bySequence(rows)) {
    const batch_ids = await listBatchIds(ctx.db, { user_id: ctx.account, id: sequence_id });
    await skipWaiting(ctx, { batch_ids, contact_ids });
    await announceLeft(ctx, { sequence_id, contact_ids, reason });
  }
}

function bySequence(rows: readonly EnrollmentRow[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { sequence_id, contact_id } of rows)
    found.set(sequence_id, [...(found.get(sequence_id) ?? []), contact_id]);
  return found;
}

export async function announceLeft(
  ctx: Ctx,
  {
    sequence_id,
    contact_ids,
    reason,
  }: { sequence_id: string; contact_ids: readonly string[]; reason: string },
): Promise<void> {
  for (const ids of chunks(contact_ids))
    await ctx.announce(sequenceLeft, { subject: sequence_id, payload: { contact_ids: ids, reason } });
}
