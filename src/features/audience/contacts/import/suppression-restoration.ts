/* Restores the suppressions of an account's export. */

import { updateConsentsEnded } from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { LIFTED_BY_SIGN_UP, type SuppressionReason } from "#src/features/audience/consent-records/rules.ts";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";
import type { ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { insertTimelineEntries, listContactsByEmail, updateStatuses } from "../store.ts";
import { recordSuppressions } from "../suppressions.ts";
import { type ExportedSuppression, exportedSuppression } from "./restoration-contract.ts";
import { listOptInTimes, upsertFormerAccount } from "./restoration-store.ts";

/** Building larger statements would keep everyone else waiting. */
const BATCH_ROWS = 200;

/** Returns the addresses that the export suppresses for everything. */
export async function restoreSuppressions(ctx: Ctx, from: ExportReader): Promise<Set<string>> {
  const suppressed = new Set<string>();
  for (const batch of batchesOf(await from.rows("suppressions", exportedSuppression))) {
    for (const { email, scope } of batch)
      if (email !== null && scope === null) suppressed.add(normalEmail(email));
    await ctx.write(async (ctx) => {
      const emails = batch.flatMap(({ email }) => (email === null ? [] : [normalEmail(email)]));
      const askedAt = await listOptInTimes(ctx.db, ctx.account, emails);
      // A person who has signed up since then wants e-mail again.
      const isOver = ({ email, reason, created_at }: ExportedSuppression) =>
        email !== null && isOwnWish(reason) && (askedAt.get(normalEmail(email)) ?? "") > created_at;
      await restoreSuppressionBatch(
        ctx,
        from,
        batch.filter((row) => !isOver(row)),
      );
    });
  }
  return suppressed;
}

const isOwnWish = (reason: SuppressionReason) => LIFTED_BY_SIGN_UP.some((one) => one === reason);

export async function restoreSuppressionBatch(
  ctx: Ctx,
  from: ExportReader,
  rows: readonly ExportedSuppression[],
): Promise<void> {
  const { account } = ctx;
  const hashOf = ({ email, email_hash }: ExportedSuppression) =>
    email === null ? email_hash : emailHash(account, normalEmail(email));
  const known = new Map(
    rows.flatMap((row) => {
      const email_hash = hashOf(row);
      const email = row.email === null ? null : normalEmail(row.email);
      if (email_hash === undefined || (email !== null && !isEmail(email))) return [];
      const { reason, scope, note, campaign, created_at, wish } = row;
      const own = { user_id: account, id: ctx.newId(), email_hash, email, scope, note, campaign, created_at };
      return [[`${email_hash} ${scope}`, { row: { ...own, reason }, wish }] as const];
    }),
  );
  const wished = [...known.values()].flatMap(({ row, wish }) =>
    wish === null ? [] : { ...row, reason: wish },
  );
  const all = [...known.values()].map(({ row }) => row);
  if (from.account !== account && all.some(({ email }) => email === null))
    await upsertFormerAccount(ctx.db, account, from.account);
  if (wished.length > 0) await recordSuppressions(ctx.db, account, wished);
  if (all.length === 0) return;
  const added = await recordSuppressions(ctx.db, account, all);
  const changed = new Set(added.map(({ email_hash }) => email_hash));
  await recordSuppressed(
    ctx,
    all.flatMap(({ email, ...row }) =>
      email === null || !changed.has(row.email_hash) ? [] : { ...row, email },
    ),
  );
}

async function recordSuppressed(
  ctx: Ctx,
  rows: readonly (Omit<ExportedSuppression, "email" | "wish"> & { email: string })[],
): Promise<void> {
  const { account } = ctx;
  const found = await listContactsByEmail(ctx.db, { account, emails: rows.map(({ email }) => email) });
  const ids = new Map(found.map(({ id, email }) => [email, id]));
  const stopped = rows.flatMap(({ email, ...row }) => {
    const contact_id = ids.get(email);
    return contact_id === undefined ? [] : { ...row, contact_id };
  });
  const left = stopped.filter(({ reason }) => reason === "unsubscribe");
  for (const [topic, group] of Map.groupBy(left, ({ scope }) => scope))
    await updateConsentsEnded(ctx.db, {
      account,
      ids: group.map(({ contact_id }) => contact_id),
      topic,
      at: ctx.now().toISOString(),
    });
  await insertTimelineEntries(
    ctx.db,
    stopped.map(({ contact_id, reason, scope, note, campaign, created_at: at }) => {
      const data = { reason, scope, note, campaign };
      return { user_id: account, contact_id, id: ctx.newId(), kind: "suppressed", data, at };
    }),
  );
  await updateStatuses(ctx.db, account, [...ids.values()]);
}

export function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS);
}
