/* Adds the people who sign up on a page, or are restored from an export, as contacts. */

import {
  type ConsentRow,
  deleteSuppressions,
  insertConsents,
  upsertConsents,
} from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import {
  type ConsentMethod,
  type ConsentState,
  LIFTED_BY_SIGN_UP,
  NEWS_TOPIC,
} from "#src/features/audience/consent-records/rules.ts";
import {
  type ContactRow,
  insertTimelineEntries,
  type TimelineRow,
  updateStatuses,
  upsertSignUps,
} from "#src/features/audience/contacts/contacts.ts";
import { contactCreated } from "#src/features/audience/contacts/events.ts";
import {
  MAILABLE_STATUSES,
  NO_STAGE,
  type Status,
  type Touch,
} from "#src/features/audience/contacts/rules.ts";
import { convertFormerHashes } from "#src/features/audience/contacts/suppressions.ts";
import { normalEmail } from "#src/lib/email-address.ts";
import type { Platform } from "#src/platform/context.ts";

export interface SignUp {
  /** The sign-up's own id, so that storing it twice adds it once. */
  id: string;
  email: string;
  name: string;
  phone: string | null;
  /** Their browser's time zone, if known. */
  time_zone: string | null;
  source: Touch;
  consent: { text: string; version: string; at: string; method: ConsentMethod };
}

interface SigningUp {
  account: string;
  signUps: readonly SignUp[];
  /** Set if they're restored from an export. */
  isImport?: boolean;
  /**
   * Set if they get e-mail only after a confirmation (`double-opt-in.ts`). Until then no suppression is
   * lifted, either.
   */
  mustConfirm?: boolean;
}

export interface SignedUpContact {
  id: string;
  /** True if they have to confirm it. Undefined if `needsConfirmation` has to determine that. */
  isUnconfirmed: boolean | undefined;
}

/**
 * Adds sign-ups with distinct addresses to their contacts: new ones, or those with the same address. A
 * sign-up lifts a suppression that was the person's own wish, unless it's only restored from an export; other
 * suppressions stay. Call it in a transaction. Returns the contacts by address.
 */
export async function signUpMany(
  ctx: Platform,
  { account, signUps, isImport = false, mustConfirm = false }: SigningUp,
): Promise<Map<string, SignedUpContact>> {
  if (signUps.length === 0) return new Map();
  const status = mustConfirm ? "unconfirmed" : "new";
  const drafts = signUps.map((one) => contactOf(account, one, { id: ctx.newId(), status }));
  const stored = await upsertSignUps(ctx.db, drafts, { isImport });
  const made = new Set(drafts.map(({ id }) => id));
  // The state after the sign-up is known for contacts without a suppression or limit.
  const isKnown = ({ id, status, is_limited }: (typeof stored)[number]) =>
    !isImport &&
    !is_limited &&
    (made.has(id) || isMailable(status) || (mustConfirm && status === "unconfirmed"));
  const others = stored.filter((one) => !isKnown(one));
  if (others.length > 0)
    await liftOwnWishes(ctx, { account, emails: others.map(({ email }) => email), isImport, mustConfirm });
  const contacts = new Map(stored.map((one) => [one.email, one]));
  const rows = signUps.map((one) => ({ ...one, contact: contacts.get(normalEmail(one.email)) as Stored }));
  // Typing the address of someone who already gets e-mail mustn't stop it.
  const isAsking = ({ contact: { id, status } }: { contact: Stored }) =>
    !mustConfirm || made.has(id) || !isMailable(status);
  const agreed = { account, state: mustConfirm ? "unconfirmed" : "confirmed" } as const;
  await (isImport ? insertConsents : upsertConsents)(
    ctx.db,
    rows.filter(isAsking).map((one) => consentOf(ctx, one, agreed)),
  );
  await insertTimelineEntries(
    ctx.db,
    rows.map((one) => entryOf(account, one)),
  );
  await updateStatuses(
    ctx.db,
    account,
    others.map(({ id }) => id),
  );
  for (const { id } of stored)
    if (made.has(id)) await ctx.announce(contactCreated, { account, subject: id, payload: {} });
  const unconfirmed = (one: Stored) =>
    others.includes(one) ? undefined : mustConfirm && (made.has(one.id) || !isMailable(one.status));
  return new Map(stored.map((one) => [one.email, { id: one.id, isUnconfirmed: unconfirmed(one) }]));
}

type Stored = Awaited<ReturnType<typeof upsertSignUps>>[number];
type StoredSignUp = SignUp & { contact: Stored };

const isMailable = (status: Status) => MAILABLE_STATUSES.some((one) => one === status);

/** Lifts suppressions that were people's own wishes, unless they still have to confirm the sign-up. */
async function liftOwnWishes(
  ctx: Platform,
  { account, emails, isImport, mustConfirm }: Omit<Required<SigningUp>, "signUps"> & { emails: string[] },
): Promise<void> {
  await convertFormerHashes(ctx.db, account, emails);
  if (isImport || mustConfirm) return;
  const hashes = emails.map((email) => emailHash(account, email));
  await deleteSuppressions(ctx.db, { account, hashes, reasons: [...LIFTED_BY_SIGN_UP] });
}

function consentOf(
  ctx: Platform,
  { contact, source, consent: { at, ...proof } }: StoredSignUp,
  { account, state }: { account: string; state: ConsentState },
): ConsentRow {
  return {
    user_id: account,
    contact_id: contact.id,
    id: ctx.newId(),
    topic: NEWS_TOPIC,
    ...proof,
    state,
    profile_id: source.profile_id,
    given_at: at,
    confirmed_at: null,
    ended_at: null,
  };
}

function entryOf(account: string, { id, contact, source, name, phone, consent }: StoredSignUp): TimelineRow {
  return {
    user_id: account,
    contact_id: contact.id,
    id,
    kind: "sign_up",
    at: source.at,
    data: { ...source, name, phone, consent_version: consent.version },
  };
}

function contactOf(
  account: string,
  { email, name, phone, time_zone, source }: SignUp,
  { id, status }: Pick<ContactRow, "id" | "status">,
): ContactRow {
  return {
    user_id: account,
    id,
    email: normalEmail(email),
    name,
    phone,
    country: source.country,
    time_zone,
    tags: [],
    fields: {},
    status,
    profile_ids: [source.profile_id],
    first_touch: source,
    last_touch: source,
    ...NO_STAGE,
    score: 0,
    paused_until: null,
    mail_every_days: null,
    created_at: source.at,
    updated_at: source.at,
  };
}
