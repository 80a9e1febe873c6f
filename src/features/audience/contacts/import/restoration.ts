/*
 * Restores contacts from an account's export. Suppressions come first, so that nobody ever becomes mailable
 * through any order of imports: suppressions only become graver, and existing data stays.
 */
import type * as z from "zod";
import {
  insertConsents,
  listErasedHashes,
  updateConsentConfirmed,
  updateEarlierConsents,
} from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { type SuppressionReason, TOPICS_MAX } from "#src/features/audience/consent-records/rules.ts";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";
import type { ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { eventLoopYielder } from "#src/platform/event-loop.ts";
import { contactFieldsChanged } from "../events.ts";
import { findSettings, lockSettings, upsertTags } from "../fields/settings-store.ts";
import { FIELDS_MAX, isPhone, NO_STAGE, STATUS_OF, type Status } from "../rules.ts";
import { type ContactRow, insertTimelineEntries, listContactsByEmail, updateStatuses } from "../store.ts";
import { convertFormerHashes } from "../suppressions.ts";
import {
  type ExportedContact,
  type ExportedSuppression,
  exportedConsent,
  exportedContact,
  exportedEntry,
  exportedMerge,
  exportedSettings,
  exportedTask,
} from "./restoration-contract.ts";
import { insertContacts, insertTasks, listLateConfirmations, updateSettings } from "./restoration-store.ts";
import { batchesOf, restoreSuppressionBatch, restoreSuppressions } from "./suppression-restoration.ts";

export async function restoreContacts(ctx: Ctx, from: ExportReader): Promise<void> {
  await restoreSettings(ctx, from);
  const suppressed = await restoreSuppressions(ctx, from);
  const merged = new Map(
    (await from.rows("contact-merges", exportedMerge)).map((row) => [row.id, row.kept_id]),
  );
  await restorePeople(ctx, from, suppressed);
  for (const [gone, kept] of merged) {
    const id = from.ids.get(kept);
    if (id !== undefined) from.ids.set(gone, id);
  }
  await restoreHistory(ctx, from);
}

/** Whoever has confirmed their sign-up in another account since their contact was brought over has here, too. */
export async function restoreConfirmations(ctx: Ctx, from: string): Promise<void> {
  const { account: to } = ctx;
  await ctx.write(async ({ db }) => {
    const late = await listLateConfirmations(db, { from, to });
    for (const { id, at } of late) await updateConsentConfirmed(db, { account: to, id, at });
    const ids = late.map(({ id }) => id);
    await updateStatuses(db, to, ids);
  });
}

/** Restores fields, topics, and, without an existing pipeline, stages. */
async function restoreSettings(ctx: Ctx, from: ExportReader): Promise<void> {
  const [theirs] = await from.rows("lead-settings", exportedSettings);
  if (!theirs) return;
  await ctx.write(async (ctx) => {
    const mine = await lockSettings(ctx.db, ctx.account);
    const missing = <Named extends { key: string }>(known: readonly Named[], given: readonly Named[]) =>
      given.filter(({ key }, at) => ![...known, ...given.slice(0, at)].some((one) => one.key === key));
    const hasPipeline = mine.stages.length > 0;
    const added = {
      fields: [...mine.fields, ...missing(mine.fields, theirs.fields)].slice(0, FIELDS_MAX),
      topics: [...mine.topics, ...missing(mine.topics, theirs.topics)].slice(0, TOPICS_MAX),
      stages: hasPipeline ? mine.stages : theirs.stages,
      currency: hasPipeline ? mine.currency : theirs.currency,
    };
    await updateSettings(ctx.db, ctx.account, added);
    await upsertTags(ctx.db, ctx.account, theirs.tags);
    await ctx.announce(contactFieldsChanged, { subject: ctx.account, payload: {} });
  });
}

/** The reason for contacts whose status is the only sign of a suppression. */
const REASONS = new Map<Status, SuppressionReason>(
  (["complaint", "hard_bounce", "manual", "unsubscribe"] as const).map((reason) => [
    STATUS_OF[reason],
    reason,
  ]),
);

/** Each with their consents, so that nobody is mailable in between. */
async function restorePeople(ctx: Ctx, from: ExportReader, suppressed: ReadonlySet<string>): Promise<void> {
  const people = new Map<string, ExportedContact>();
  const takeTurn = eventLoopYielder();
  for (const row of await from.rows("contacts", exportedContact)) {
    await takeTurn();
    const email = normalEmail(row.email);
    if (isEmail(email) && !people.has(email)) people.set(email, { ...row, email });
  }
  const consents = Map.groupBy(await from.rows("consents", exportedConsent), ({ contact_id }) => contact_id);
  const { stages } = await findSettings(ctx.db, ctx.account);
  for (const batch of batchesOf([...people.values()]))
    await ctx.write(async (ctx) => {
      const { account } = ctx;
      await convertFormerHashes(ctx.db, account, emailsOf(batch));
      const hashOf = ({ email }: ExportedContact) => emailHash(account, email);
      const erased = await listErasedHashes(ctx.db, account, batch.map(hashOf));
      const welcome = batch.filter((row) => !erased.has(hashOf(row)));
      await restoreSuppressionBatch(
        ctx,
        from,
        welcome.flatMap((row) => silentOf(row, suppressed)),
      );
      const rows = welcome.map((row) => {
        const isPlaced = stages.some(({ id }) => id === row.stage_id);
        return rowOf(ctx, from, isPlaced ? row : { ...row, ...NO_STAGE });
      });
      await insertContacts(ctx.db, rows);
      const found = await listContactsByEmail(ctx.db, { account, emails: emailsOf(welcome) });
      for (const { id, email } of found) from.ids.set(people.get(email)?.id ?? "", id);
      await restoreConsents(
        ctx,
        from,
        welcome.flatMap(({ id }) => consents.get(id) ?? []),
      );
      await updateStatuses(
        ctx.db,
        account,
        found.map(({ id }) => id),
      );
      await upsertTags(ctx.db, account, [...new Set(welcome.flatMap(({ tags }) => tags))].slice(0, 1000));
    });
}

const emailsOf = (people: readonly ExportedContact[]) => people.map(({ email }) => email);

/** Returns suppressions that only the status implies. */
function silentOf(
  { email, status, updated_at }: ExportedContact,
  suppressed: ReadonlySet<string>,
): ExportedSuppression[] {
  const reason = suppressed.has(email) ? undefined : REASONS.get(status);
  const none = { wish: null, scope: null, note: null, campaign: null };
  return reason ? [{ email, reason, created_at: updated_at, ...none }] : [];
}

async function restoreConsents(
  ctx: Ctx,
  from: ExportReader,
  given: readonly z.output<typeof exportedConsent>[],
): Promise<void> {
  const rows = ofPeople(ctx, from, given).map(({ was: _, ...row }) => ({
    ...row,
    id: ctx.newId(),
    profile_id: from.profiles.get(row.profile_id ?? "") ?? null,
  }));
  await insertConsents(ctx.db, rows);
  const left = rows.filter(({ state, ended_at }) => state === "unsubscribed" && ended_at !== null);
  await updateEarlierConsents(ctx.db, left);
}

/** Returns rows of existing people, with their ids here. */
function ofPeople<Row extends { contact_id: string }>(ctx: Ctx, from: ExportReader, rows: readonly Row[]) {
  return rows.flatMap((row) => {
    const contact_id = from.ids.get(row.contact_id);
    return contact_id === undefined ? [] : { ...row, contact_id, user_id: ctx.account, was: row.contact_id };
  });
}

function rowOf(
  ctx: Ctx,
  from: ExportReader,
  { id, profile_ids, phone, ...row }: ExportedContact,
): ContactRow {
  return {
    ...from.translated(row),
    user_id: ctx.account,
    id: derivedId(ctx.account, id),
    phone: phone !== null && isPhone(phone) ? phone : null,
    profile_ids: profile_ids.flatMap((one) => from.profiles.get(one) ?? []),
    owner_id: null,
    status: "new",
  };
}

async function restoreHistory(ctx: Ctx, from: ExportReader): Promise<void> {
  for (const given of batchesOf(await from.rows("contact-timeline", exportedEntry)))
    await ctx.write((ctx) =>
      insertTimelineEntries(
        ctx.db,
        ofPeople(ctx, from, given).map(({ was, ...row }) => ({
          ...row,
          // In its own account, the history already exists.
          id: was === row.contact_id ? row.id : entryId(from, row),
          data: from.translated(row.data),
        })),
      ),
    );
  for (const given of batchesOf(await from.rows("contact-tasks", exportedTask)))
    await ctx.write((ctx) =>
      insertTasks(
        ctx.db,
        ofPeople(ctx, from, given).map(({ was, ...row }) => ({
          ...row,
          id: was === row.contact_id ? row.id : derivedId(row.contact_id, row.id),
          assignee_id: null,
        })),
      ),
    );
}

/** A sign-up's entry has the sign-up's id, which `leads` derives from that of its page. */
function entryId(
  from: ExportReader,
  row: { id: string; kind: string; contact_id: string; data: object },
): string {
  if (from.keepsPages && row.kind === "sign_up") return row.id;
  const profile = "profile_id" in row.data ? from.profiles.get(String(row.data.profile_id)) : undefined;
  return derivedId(row.kind === "sign_up" && profile !== undefined ? profile : row.contact_id, row.id);
}
