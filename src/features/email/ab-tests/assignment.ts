/*
 * Who gets which version: by a hash of the test and the contact, so that every node says the same, and written down, so
 * that it stays so. Campaigns draw the same in SQL (`campaigns/preflight/split-store.ts`).
 */
import { createHash } from "node:crypto";
import type { ErasedContacts } from "#src/features/audience/contacts/privacy/privacy.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import {
  deleteAssignments,
  findTest,
  insertAssignments,
  listMergedAssignments,
  listVariants,
  type TestKey,
} from "./store.ts";

const DIGITS = 8;

/** A number from 0 to 1, from 8 digits of a hash. */
function draw(test_id: string, contact_id: string, digit: number): number {
  const hash = createHash("md5")
    .update(test_id + contact_id)
    .digest("hex");
  return Number.parseInt(hash.slice(digit, digit + DIGITS), 16) / 2 ** 32;
}

interface Parts {
  holdout_share: number;
  /** The share of those who aren't held out. */
  sample_share: number;
  versions: number;
}

/** A version's index, null for someone who's held out, or undefined for someone who waits for the winner. */
export function drawVersion(
  { test_id, contact_id }: { test_id: string; contact_id: string },
  { holdout_share, sample_share, versions }: Parts,
): number | null | undefined {
  const place = draw(test_id, contact_id, 0);
  if (place < holdout_share) return null;
  if (place >= holdout_share + (1 - holdout_share) * sample_share) return undefined;
  return Math.min(versions - 1, Math.floor(draw(test_id, contact_id, DIGITS) * versions));
}

interface Asked {
  test_id: string;
  /** The batch that the messages are in. */
  batch_id: string;
}

/**
 * Assigns contacts to versions of a step's test, and writes it down, in the transaction that gives the messages their rows.
 * Those rows' `variant` has to be the same for their responses to count. Returns the version to send, null for no e-mail.
 * Once the test is decided, everyone else gets the chosen version.
 */
export async function assignVariants(
  ctx: Ctx,
  { test_id, batch_id }: Asked,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const key: TestKey = { user_id: ctx.account, id: test_id };
  const test = await findTest(ctx.db, key);
  if (test?.state !== "collecting") return new Map(contactIds.map((id) => [id, test?.chosen ?? 0]));
  const versions = await listVariants(ctx.db, ctx.account, [test_id]);
  const parts = { holdout_share: test.holdout_share, sample_share: 1, versions: versions.length };
  // Somebody who was merged into them may have got a version before.
  const before = await listMergedAssignments(ctx.db, key, contactIds);
  const others = contactIds.filter((id) => !before.has(id));
  const at = ctx.now().toISOString();
  const rows = others.map((contact_id) => {
    const variant = drawVersion({ test_id, contact_id }, parts) ?? null;
    return { user_id: ctx.account, test_id, contact_id, variant, batch_id, at };
  });
  const given = new Map([...before, ...(await insertAssignments(ctx.db, key, rows))]);
  const isStopped = (variant: number | null) =>
    versions.some(({ position, stopped_at }) => position === variant && stopped_at !== null);
  const next = versions.find(({ stopped_at }) => stopped_at === null)?.position ?? null;
  return new Map([...given].map(([id, variant]) => [id, isStopped(variant) ? next : variant]));
}

/** Erased people aren't in any test anymore. */
export function eraseAssignments(platform: Platform, { account, ids }: ErasedContacts): Promise<void> {
  return platform.write((ctx) => deleteAssignments(ctx.db, account, ids));
}
