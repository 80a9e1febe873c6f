/*
 * Who gets which version: by a hash of the test and the contact, so that every node says the same, and written down, so
 * that it stays so. Campaigns draw the same in SQL (`campaigns/preflight/split-store.ts`).
 */
import { createHash } from "node:crypto";
import type { ErasedContacts } from "#src/features/audience/contacts/privacy/privacy.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import {
  deleteAssignments,
  findMergedAssignment,
  findTest,
  insertAssignment,
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
  contact_id: string;
  /** The batch that the message is in. */
  batch_id: string;
}

/**
 * Assigns a contact to a version of a step's test, and writes it down, in the transaction that gives the message its row.
 * That row's `variant` has to be the same for its responses to count. Returns the version to send, null for no e-mail.
 * Once the test is decided, everyone else gets the chosen version.
 */
export async function assignVariant(
  ctx: Ctx,
  { test_id, contact_id, batch_id }: Asked,
): Promise<number | null> {
  const key: TestKey = { user_id: ctx.account, id: test_id };
  const test = await findTest(ctx.db, key);
  if (test?.state !== "collecting") return test?.chosen ?? 0;
  const versions = await listVariants(ctx.db, ctx.account, [test_id]);
  const { holdout_share } = test;
  const drawn = drawVersion(
    { test_id, contact_id },
    { holdout_share, sample_share: 1, versions: versions.length },
  );
  // Somebody who was merged into them may have got a version before.
  const before = await findMergedAssignment(ctx.db, key, contact_id);
  const row = { user_id: ctx.account, test_id, contact_id, batch_id, at: ctx.now().toISOString() };
  const { variant } = before ?? (await insertAssignment(ctx.db, { ...row, variant: drawn ?? null }));
  const isStopped = versions.some(({ position, stopped_at }) => position === variant && stopped_at !== null);
  const next = versions.find(({ stopped_at }) => stopped_at === null);
  return isStopped ? (next?.position ?? null) : variant;
}

/** Erased people aren't in any test anymore. */
export function eraseAssignments(platform: Platform, { account, ids }: ErasedContacts): Promise<void> {
  return platform.write((ctx) => deleteAssignments(ctx.db, account, ids));
}
