/* Personal settings. They apply in every account that the person works in. */
import type * as z from "zod";
import { COUNTRIES } from "#src/lib/countries.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { FEATURE_SCREENS } from "#src/lib/feature-screens.ts";
import { isLanguage } from "#src/lib/language.ts";
import { localeFor } from "#src/lib/locale.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { listFeaturesOff } from "#src/platform/account-features.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { requireMember, requirePerson } from "../accounts.ts";
import type { meSchema, ownChangesSchema } from "../contract.ts";
import type { EmailChangeRow } from "../email-changes/email-change-store.ts";
import { accountUpdated } from "../events.ts";
import { requireSameIdentity } from "../id-swap/id-swap.ts";
import { findImpersonation } from "../impersonation/impersonation-store.ts";
import { AUTH_ERRORS, PERSON_NAME_CHARS_MAX } from "../rules.ts";
import {
  findOwnPerson,
  findPerson,
  type PersonChanges,
  type PersonRow,
  updatePerson,
} from "./person-store.ts";

export { findLanguage, findPerson, hasAccount } from "./person-store.ts";

/** Returns the signed-in person's current data, and the request's account. */
export async function getMe(ctx: Ctx): Promise<z.output<typeof meSchema>> {
  const { person, role, sessionId } = requireMember(ctx);
  const row = await findOwnPerson(ctx.db, person.id);
  if (!row) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
  const { account: id, profileIds } = ctx;
  const owner = id === person.id ? row.person : await findPerson(ctx.db, id);
  const isActing = role === "look" || role === "change";
  const acting = isActing && (await findImpersonation(ctx.db, { sessionId, account: id, now: ctx.now() }));
  const off = await listFeaturesOff(ctx, id);
  return {
    ...person,
    ...row.person,
    has_password: row.has_password,
    pending_email: pendingEmail(ctx, row.change),
    account: { id, name: owner?.name ?? "", role, profile_ids: profileIds && [...profileIds] },
    off,
    closed: off.flatMap((feature) => FEATURE_SCREENS[feature]),
    acting: acting ? { ends_at: acting.ends_at } : null,
  };
}

/** Returns the locale for dates and numbers in a response to the caller, in the requested language. */
export async function findLocale({ db, actor, request }: Platform & Pick<Ctx, "request">): Promise<string> {
  const person = "person" in actor ? await findPerson(db, actor.person.id) : undefined;
  return localeFor({ language: request?.language ?? null, region: person?.region ?? null });
}

export async function updateMe(
  ctx: Ctx,
  { name, time_zone, region, language }: z.output<typeof ownChangesSchema>,
) {
  await changePerson(ctx, {
    ...(name !== undefined && { name: requireName(name) }),
    ...(time_zone !== undefined && { time_zone: time_zone === null ? null : requireTimeZone(time_zone) }),
    ...(region !== undefined && { region: region === null ? null : requireRegion(region) }),
    ...(language !== undefined && { language: language === null ? null : requireLanguage(language) }),
  });
  return getMe(ctx);
}

/** `picture` is one of ours: `media` stores it first. */
export async function changePerson(ctx: Ctx, changes: PersonChanges): Promise<void> {
  const { id } = requirePerson(ctx);
  await ctx.write(async (ctx) => {
    await requireSameIdentity(ctx);
    const before = await requireRow(ctx);
    const fields = (Object.keys(changes) as (keyof typeof changes)[]).filter(
      (field) => changes[field] !== before[field],
    );
    if (fields.length === 0) return;
    await updatePerson(ctx.db, id, { ...changes, updated_at: ctx.now() });
    await ctx.announce(accountUpdated, { account: id, subject: id, payload: { fields } });
  });
}

function pendingEmail({ now }: Ctx, row: EmailChangeRow | null) {
  if (!row || row.expiresAt <= now()) return null;
  return {
    email: row.email,
    waits_for_old: row.oldConfirmedAt === null,
    waits_for_new: row.newConfirmedAt === null,
    expires_at: row.expiresAt.toISOString(),
  };
}

export async function requireRow(ctx: Ctx): Promise<PersonRow & { id: string }> {
  const { id } = requirePerson(ctx);
  const row = await findPerson(ctx.db, id);
  // Their account was deleted after the request was authorized.
  if (!row) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
  return { id, ...row };
}

function requireTimeZone(name: string): string {
  if (!isTimeZone(name)) throw failure(AUTH_ERRORS, "TIME_ZONE_UNKNOWN");
  return name;
}

function requireRegion(code: string): string {
  if (!COUNTRIES.includes(code)) throw failure(AUTH_ERRORS, "REGION_UNKNOWN");
  return code;
}

function requireLanguage(code: string): string {
  if (!isLanguage(code)) throw failure(AUTH_ERRORS, "LANGUAGE_UNKNOWN");
  return code;
}

function requireName(typed: string): string {
  const name = cleanText(typed, PERSON_NAME_CHARS_MAX);
  if (isBlank(name)) throw failure(AUTH_ERRORS, "NAME_REQUIRED");
  return name;
}
