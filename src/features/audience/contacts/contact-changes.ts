import type { InferContractRouterInputs } from "@orpc/contract";
import { listConsents, listSuppressionsOf } from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { requireRecentSignInOfPeople } from "#src/features/identity/accounts/reauthentication.ts";
import { requirePermission, requireWholeAccount } from "#src/features/identity/team/team.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import { isSameTime, nextVersion } from "#src/lib/time.ts";
import { actorId, type Ctx, canAccessProfile } from "#src/platform/context.ts";
import { contactSources } from "./contact-sources.ts";
import { lockContact, requireContact } from "./contacts.ts";
import { CONTACT_ERRORS, type Contact, type ContactDetails, type contactsContract } from "./contract.ts";
import { contactCreated, contactDeleted, contactUpdated } from "./events.ts";
import { fieldValues } from "./fields/fields.ts";
import { upsertTags } from "./fields/settings-store.ts";
import { listUndoableMerges } from "./merge/merge.ts";
import { listMergedIds } from "./merge/merge-store.ts";
import { consentsFor, toContact } from "./present.ts";
import { eraseTraces, recordPrivacyRequest, toFormerContact } from "./privacy/privacy.ts";
import {
  engagementOf,
  type FieldValue,
  isPhone,
  NAME_CHARS_MAX,
  NO_STAGE,
  oneLine,
  PHONE_CHARS_MAX,
  TAGS_MAX,
} from "./rules.ts";
import {
  type ContactRow,
  deleteContactRow,
  findContactByEmail,
  insertContactRow,
  insertFormerContacts,
  insertTimelineEntries,
  updateContactRow,
  updateStatuses,
} from "./store.ts";
import { convertFormerHashes } from "./suppressions.ts";
import { countForEngagement } from "./timeline/timeline-store.ts";

type Inputs = InferContractRouterInputs<typeof contactsContract>;

/** The known data of a person, from a form, the API, or a file. Missing fields are unknown. */
export interface ContactDraft {
  id?: string | undefined;
  email: string;
  name?: string | undefined;
  phone?: string | null | undefined;
  country?: string | undefined;
  time_zone?: string | null | undefined;
  tags?: readonly string[] | undefined;
  fields?: Readonly<Record<string, FieldValue>> | undefined;
  score?: number | undefined;
  profile_id?: string | undefined;
}

/**
 * The effect on an existing contact: `update` overwrites known values, `append` only adds missing ones,
 * `skip` changes nothing.
 */
export type UpsertMode = "update" | "append" | "skip";
export type UpsertOutcome = { contact: ContactRow; outcome: "added" | "updated" | "skipped" };

/** Adds a contact, or applies `mode` to the existing one. A suppression always stays. */
export async function upsertContact(ctx: Ctx, draft: ContactDraft, mode: UpsertMode): Promise<UpsertOutcome> {
  const email = requireEmail(draft.email);
  return ctx.write(async (ctx) => {
    const added = await addContact(ctx, { ...draft, email });
    if (added) return { contact: added, outcome: "added" };
    const known = await findContactByEmail(ctx.db, { account: ctx.account, email });
    if (!known) throw failure(CONTACT_ERRORS, "CONTACT_EXISTS");
    if (mode === "skip") return { contact: known, outcome: "skipped" };
    const changes = await changesOf(ctx, known, draft);
    const wanted = mode === "update" ? changes : missingFrom(known, changes);
    const contact = await saveChanges(ctx, known, wanted);
    return { contact, outcome: contact === known ? "skipped" : "updated" };
  });
}

/** Undefined if the address is taken. */
async function addContact(ctx: Ctx, draft: ContactDraft): Promise<ContactRow | undefined> {
  const at = ctx.now().toISOString();
  const blank: ContactRow = {
    user_id: ctx.account,
    id: draft.id?.toLowerCase() ?? ctx.newId(),
    email: draft.email,
    name: "",
    phone: null,
    country: "UNKNOWN",
    time_zone: null,
    tags: [],
    fields: {},
    status: "new",
    profile_ids: draft.profile_id ? [draft.profile_id] : [],
    first_touch: null,
    last_touch: null,
    ...NO_STAGE,
    score: 0,
    paused_until: null,
    mail_every_days: null,
    created_at: at,
    updated_at: at,
  };
  const row = { ...blank, ...(await changesOf(ctx, blank, draft)) };
  if (!(await insertContactRow(ctx.db, row))) return undefined;
  await convertFormerHashes(ctx.db, ctx.account, [row.email]);
  await upsertTags(ctx.db, ctx.account, row.tags);
  const data = ctx.actor.type === "api-key" ? { by: "api" } : {};
  const entry = { user_id: ctx.account, contact_id: row.id, id: row.id, at };
  await insertTimelineEntries(ctx.db, [{ ...entry, kind: "created", data }]);
  await ctx.announce(contactCreated, { subject: row.id, payload: {} });
  const [status = row.status] = await updateStatuses(ctx.db, ctx.account, [row.id]);
  return { ...row, status };
}

type Changes = Partial<
  Pick<ContactRow, "email" | "name" | "phone" | "country" | "time_zone" | "tags" | "fields" | "score">
>;

/** Parses a draft's changes. Throws for invalid values. */
async function changesOf(ctx: Ctx, row: ContactRow, draft: Partial<ContactDraft>): Promise<Changes> {
  const { email, name, phone, country, time_zone, tags, fields, score } = draft;
  const values = fields && (await fieldValues(ctx, fields));
  return {
    ...(email !== undefined && { email: requireEmail(email) }),
    ...(name !== undefined && { name: oneLine(name, NAME_CHARS_MAX) }),
    ...(phone !== undefined && { phone: parsePhone(phone) }),
    ...(country !== undefined && { country }),
    ...(time_zone !== undefined && { time_zone: time_zone || null }),
    ...(tags && { tags: cleanTags(tags) }),
    ...(score !== undefined && { score }),
    ...(values && { fields: withoutNothing({ ...row.fields, ...values }) }),
  };
}

function withoutNothing(fields: ContactRow["fields"]): ContactRow["fields"] {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function cleanTags(tags: readonly string[]): string[] {
  const clean = tags.map((tag) => cleanText(tag)).filter((tag) => tag !== "");
  return [...new Set(clean)].slice(0, TAGS_MAX);
}

function requireEmail(text: string): string {
  const email = normalEmail(text);
  if (!isEmail(email)) throw failure(CONTACT_ERRORS, "EMAIL_INVALID");
  return email;
}

function parsePhone(text: string | null): string | null {
  const phone = oneLine(text ?? "", PHONE_CHARS_MAX);
  if (phone !== "" && !isPhone(phone)) throw failure(CONTACT_ERRORS, "PHONE_INVALID");
  return phone || null;
}

function missingFrom(known: ContactRow, changes: Changes): Changes {
  const { name, phone, country, time_zone, tags, fields } = changes;
  return {
    ...(known.name === "" && name && { name }),
    ...(known.phone === null && phone && { phone }),
    ...(known.country === "UNKNOWN" && country && { country }),
    ...(known.time_zone === null && time_zone && { time_zone }),
    ...(tags && { tags: cleanTags([...known.tags, ...tags]) }),
    ...(fields && { fields: { ...fields, ...known.fields } }),
  };
}

function changedFields(row: ContactRow, wanted: Changes) {
  return Object.entries(wanted).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(row[key as keyof Changes]),
  );
}

/** Saves differences and adds them to the timeline. Returns the row itself if there are none. */
async function saveChanges(ctx: Ctx, row: ContactRow, wanted: Changes): Promise<ContactRow> {
  const changed = changedFields(row, wanted);
  if (changed.length === 0) return row;
  const at = ctx.now().toISOString();
  const key = { account: ctx.account, id: row.id };
  const changes: Changes = Object.fromEntries(changed);
  const saved = await updateContactRow(ctx.db, key, {
    ...changes,
    updated_at: nextVersion(row.updated_at, ctx.now()),
  });
  if (!saved) throw failure(CONTACT_ERRORS, "CONTACT_EXISTS");
  if (changes.email) {
    await convertFormerHashes(ctx.db, ctx.account, [changes.email]);
    await insertFormerContacts(ctx.db, [toFormerContact(row, at)]);
  }
  if (changes.tags) await upsertTags(ctx.db, ctx.account, changes.tags);
  const before = Object.fromEntries(changed.map(([key]) => [key, row[key as keyof Changes]]));
  const entry = { user_id: ctx.account, contact_id: row.id, id: ctx.newId(), at };
  await insertTimelineEntries(ctx.db, [{ ...entry, kind: "updated", data: { before, after: changes } }]);
  const fields = changed.map(([key]) => key);
  await ctx.announce(contactUpdated, { subject: row.id, payload: { fields } });
  const [status = saved.status] = changes.email ? await updateStatuses(ctx.db, ctx.account, [row.id]) : [];
  return { ...saved, status };
}

/** Adds a contact by hand. People who are limited to some profiles have to choose one. */
export async function createContact(ctx: Ctx, input: Inputs["create"]): Promise<Contact> {
  const { profile_id, ...draft } = input;
  if (profile_id === undefined) requireWholeAccount(ctx);
  const profile = profile_id === undefined ? undefined : await requireProfile(ctx, profile_id);
  const { contact, outcome } = await upsertContact(ctx, { ...draft, profile_id: profile?.id }, "skip");
  // The same form sent twice adds one contact.
  if (outcome === "skipped" && contact.id !== draft.id?.toLowerCase())
    throw failure(CONTACT_ERRORS, "CONTACT_EXISTS");
  return toContact(ctx, contact, false);
}

export async function getContact(ctx: Ctx, { id }: { id: string }): Promise<ContactDetails> {
  const isMasked = requirePermission(ctx, "leads.see") === "masked";
  const row = await requireContact(ctx, id);
  const suppressions = await listSuppressionsOf(ctx.db, {
    account: ctx.account,
    email_hash: emailHash(ctx.account, row.email),
  });
  const key = { account: ctx.account, id: row.id };
  const merged = await listMergedIds(ctx.db, ctx.account, [row.id]);
  const { scored: sources } = contactSources();
  return {
    ...(await toContact(ctx, row, isMasked)),
    consents: consentsFor(ctx, await listConsents(ctx.db, key)),
    merged: merged.length === 0 ? [] : await listUndoableMerges(ctx, row.id, isMasked),
    engagement: engagementOf(
      await countForEngagement(
        ctx.db,
        { ...key, merged, profileIds: ctx.profileIds, sources },
        ctx.now().toISOString(),
      ),
    ),
    suppressions: suppressions.map((one) => (isMasked ? { ...one, email: null, note: null } : one)),
  };
}

/** Changes a contact. Absent fields stay. The same form sent twice changes it once. */
export async function updateContact(
  ctx: Ctx,
  { id, updated_at, ...draft }: Inputs["update"],
): Promise<Contact> {
  return ctx.write(async (ctx) => {
    // Of two changes to the same version, the second one waits for the first, and is rejected.
    const row = await lockContact(ctx, id);
    const wanted = await changesOf(ctx, row, draft);
    const isOver = updated_at !== undefined && !isSameTime(updated_at, row.updated_at);
    if (isOver && changedFields(row, wanted).length > 0)
      throw failure(CONTACT_ERRORS, "CHANGED_MEANWHILE", { data: await toContact(ctx, row, false) });
    return toContact(ctx, await saveChanges(ctx, row, wanted), false);
  });
}

/** Permanently erases a contact, as its person may request. `leads` deletes their sign-ups. */
export async function deleteContact(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  await requireRecentSignInOfPeople(ctx);
  return ctx.write(async (ctx) => {
    const row = await lockContact(ctx, id);
    // Erasing affects other profiles' data about them, too.
    if (!row.profile_ids.every((profile) => canAccessProfile(ctx, profile))) requireWholeAccount(ctx);
    await deleteContactRow(ctx.db, { account: ctx.account, id: row.id });
    const report = await eraseTraces(ctx, ctx.account, [row]);
    await recordPrivacyRequest(ctx, row, { kind: "erasure", by: actorId(ctx), report });
    await ctx.announce(contactDeleted, { subject: row.id, payload: {} });
    return { id: row.id };
  });
}
