/*
 * Merges two contacts' consents and suppressions: the stricter one wins, for both of their addresses. Undoing a
 * merge reverts that.
 */
import type { Ctx } from "#src/platform/context.ts";
import { emailHash } from "./email-hash.ts";
import {
  deleteConsent,
  deleteMergedSuppression,
  listStoredSuppressions,
  upsertMergedConsents,
} from "./merge-store.ts";
import { isStricter, type MergedConsents, transferableReason } from "./rules.ts";
import { type ConsentRow, listConsents } from "./store.ts";
import { type SuppressionRow, upsertSuppression } from "./suppression-store.ts";

interface Person {
  id: string;
  email: string;
}

interface Two {
  keep: Person;
  gone: Person;
  at: string;
}

/** Applies what either contact decided to both. Call it in the transaction of the merge. Returns the undo data. */
export async function mergeConsents(ctx: Ctx, two: Two): Promise<MergedConsents> {
  const { keep, gone, at } = two;
  return {
    consents: await mergeTopics(ctx, two),
    suppressions: [
      ...(await carry(ctx, { from: gone, to: keep, at })),
      ...(await carry(ctx, { from: keep, to: gone, at })),
    ],
  };
}

/** Applies topics that the merged contact has left or not confirmed to the remaining one. */
async function mergeTopics(ctx: Ctx, { keep, gone, at }: Two): Promise<MergedConsents["consents"]> {
  const { account } = ctx;
  const mine = new Map(
    (await listConsents(ctx.db, { account, id: keep.id })).map((row) => [row.topic, row] as const),
  );
  const theirs = await listConsents(ctx.db, { account, id: gone.id });
  const stricter = theirs.filter(({ topic, state }) => isStricter(mine.get(topic)?.state, state));
  await upsertMergedConsents(
    ctx.db,
    stricter.map((row) => ({
      ...(mine.get(row.topic) ?? { ...row, contact_id: keep.id, id: ctx.newId() }),
      state: row.state,
      ended_at: row.state === "unsubscribed" ? (row.ended_at ?? at) : null,
    })),
  );
  return stricter.map(({ topic, state }) => ({ topic, state, before: mine.get(topic) ?? null }));
}

interface Carrying {
  from: Person;
  to: Person;
  at: string;
  /** Only later decisions. */
  since?: string;
}

/** Applies one contact's own decisions to the other's address. A dead address says nothing about another one. */
async function carry(ctx: Ctx, { from, to, at, since }: Carrying): Promise<MergedConsents["suppressions"]> {
  const { account } = ctx;
  const email_hash = emailHash(account, to.email);
  const before = await listStoredSuppressions(ctx.db, { account, email_hash });
  const noted: MergedConsents["suppressions"] = [];
  const theirs = { account, email_hash: emailHash(account, from.email) };
  for (const row of await listStoredSuppressions(ctx.db, theirs)) {
    const reason = transferableReason(row);
    if (reason === null || (since !== undefined && row.created_at <= since)) continue;
    const { scope, note, campaign } = row;
    const email = reason === "erased" ? null : to.email;
    const own = { user_id: account, id: ctx.newId(), email_hash, email, created_at: at };
    const id = await upsertSuppression(ctx.db, { ...own, reason, scope, note, campaign });
    const old = before.find((one) => one.scope === scope);
    if (id !== undefined) noted.push({ email_hash, scope, before: old ?? null });
  }
  return noted;
}

/**
 * Reverts what a merge made stricter, unless it has changed since. The remaining contact's later decisions apply to
 * both.
 */
export async function splitConsents(
  ctx: Ctx,
  { keep, gone, at, undo }: Two & { undo: MergedConsents },
): Promise<void> {
  const { account } = ctx;
  const now = await listConsents(ctx.db, { account, id: keep.id });
  for (const { topic, state, before } of undo.consents) {
    const mine = now.find((one) => one.topic === topic);
    if (mine?.state !== state || (mine.ended_at !== null && mine.ended_at > at)) continue;
    if (before) await upsertMergedConsents(ctx.db, [before as ConsentRow]);
    else await deleteConsent(ctx.db, { account, id: keep.id, topic });
  }
  for (const { before, ...one } of undo.suppressions)
    await deleteMergedSuppression(ctx.db, { account, ...one, at, before: before as SuppressionRow | null });
  await carry(ctx, { from: keep, to: gone, at: ctx.now().toISOString(), since: at });
}
