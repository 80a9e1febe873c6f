/*
 * Who's picked for a segment by hand, or taken out of it, comes or leaves as with any other: a few are announced in the
 * transaction that did it, and many by a job, so that nobody waits for thousands of events.
 */
import * as z from "zod";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { segmentEntered, segmentLeft } from "./events.ts";
import { MOVE_KINDS, type MoveKind } from "./rules.ts";
import { findSegmentRow } from "./store.ts";
import { insertMoves } from "./sweep-store.ts";

const pickedPeople = z.object({
  account: z.string(),
  segment_id: z.string(),
  /** Each time that somebody picks people has its own. */
  pick: z.string(),
  kind: z.enum(MOVE_KINDS),
  ids: z.array(z.string()),
  at: z.string(),
});
type PickedPeople = z.output<typeof pickedPeople>;

export const pickedJob: JobType<PickedPeople> = {
  name: "segments.picked",
  class: "bulk",
  data: pickedPeople,
};

const AT_ONCE = 200;

interface Moved {
  kind: MoveKind;
  moved: readonly string[];
}

/** Announces people who came or left by hand, in the transaction that did it. */
export async function announcePicked(
  ctx: Ctx,
  { id: segment_id, name }: { id: string; name: string },
  { kind, moved }: Moved,
): Promise<void> {
  const { account } = ctx;
  const picked = { account, segment_id, pick: ctx.newId(), kind, at: ctx.now().toISOString() };
  if (moved.length <= AT_ONCE) return announceSome(ctx, name, { ...picked, ids: [...moved] });
  for (let at = 0; at < moved.length; at += AT_ONCE)
    await ctx.enqueue(pickedJob, { ...picked, ids: moved.slice(at, at + AT_ONCE) });
}

/** Announces a part of many. A second run finds their moves written down. */
export function announceMany(platform: Platform, picked: PickedPeople): Promise<void> {
  const { account, segment_id } = picked;
  const ctx = systemCtx(platform, { job: pickedJob.name, account });
  return ctx.write(async (ctx) => {
    const segment = await findSegmentRow(ctx.db, { account, id: segment_id });
    if (segment) await announceSome(ctx, segment.name, picked);
  });
}

async function announceSome(
  ctx: Ctx,
  name: string,
  { account, segment_id, pick, kind, ids, at }: PickedPeople,
): Promise<void> {
  const rows = ids.map((contact_id) => ({
    user_id: account,
    contact_id,
    id: derivedId(pick, contact_id),
    segment_id,
    kind,
    at,
  }));
  const event = kind === "entered" ? segmentEntered : segmentLeft;
  for (const contact_id of await insertMoves(ctx.db, rows))
    await ctx.announce(event, { subject: contact_id, payload: { contact_id, segment_id, name } });
}
