/*
 * Profiles: their names, themes, and states. `entitlements` decides how many an account may have. `links`
 * owns the links, copies them with a profile (`copyProfile`), and reports their number here, as `domains`
 * does with the page's own host. `public-page` decides what visitors see.
 */

import type * as z from "zod";
import { requireSameIdentity } from "#src/features/identity/accounts/id-swap/id-swap.ts";
import { hasRolePermission, requireWholeAccount } from "#src/features/identity/team/team.ts";
import {
  findAllowances,
  findGrants,
  planLimitsOf,
  registerUsageCounter,
  requireAllowance,
} from "#src/features/money/entitlements/entitlements.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays, nextVersion } from "#src/lib/time.ts";
import { type Ctx, canAccessProfile, type Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import {
  type createProfileSchema,
  NAME_CHARS_MAX,
  PROFILE_ERRORS,
  type Profile,
  type slotStatusSchema,
} from "./contract.ts";
import { profileCreated, profileDuplicated, profileStatusChanged } from "./events.ts";
import { parseSocialPlatforms } from "./page/socials.ts";
import { toPageSettings } from "./page-settings/page-settings.ts";
import { cleanLine, cleanOptional, originalUsername, parseThemeSettings, RESTORE_DAYS } from "./rules.ts";
import { pageChanged } from "./signals.ts";
import { shownMarks } from "./staff-marks/mark-rules.ts";
import {
  countActiveProfiles,
  findProfile,
  insertProfile,
  listDeletedRows,
  listProfileRows,
  lockAccount,
  lockProfileRow,
  type NewProfile,
  type ProfileRow,
  updateProfileRow,
} from "./store.ts";
import { listOldUsernames } from "./usernames/username-store.ts";
import { chooseUsername } from "./usernames/usernames.ts";

export type { ProfileRow } from "./store.ts";
export { listProfileIds, listProfileNames } from "./store.ts";

registerUsageCounter("profiles", countActiveProfiles);

const CREATIONS: Limit = {
  name: "profile-create",
  attempts: 50,
  seconds: 86_400,
  sentence: "You can add 50 profiles a day.",
};

/** Sanitizes a profile's name to one line. Rejects a blank one. */
export function cleanName(raw: string): string {
  const name = cleanLine(raw, NAME_CHARS_MAX);
  if (name === null) throw failure(PROFILE_ERRORS, "NAME_REQUIRED", { data: { field: "name" } });
  return name;
}

/** Lists the account's profiles, newest first. With `deleted`, those that can still be restored. */
export async function listProfiles(
  ctx: Ctx,
  { deleted }: { deleted?: boolean | undefined },
): Promise<{ items: Profile[] }> {
  const { account } = ctx;
  const rows = deleted
    ? await listDeletedRows(ctx.db, { account, since: addDays(ctx.now(), -RESTORE_DAYS) })
    : await listProfileRows(ctx.db, account);
  return { items: rows.filter(({ id }) => canAccessProfile(ctx, id)).map(toProfile) };
}

export async function getProfile(ctx: Ctx, { id }: { id: string }): Promise<Profile> {
  return toProfile(await requireProfile(ctx, id));
}

/**
 * Counts a new profile toward the account's daily limit, because each takes a username and keeps it even in
 * the trash. Counting comes first, so that simultaneous creations all count. Failed ones don't.
 */
export async function withCreationLimit<Made>(ctx: Ctx, make: () => Promise<Made>): Promise<Made> {
  // People limited to some profiles couldn't access a new one.
  requireWholeAccount(ctx);
  await ctx.limits.count(CREATIONS, ctx.account);
  return make().catch(async (error: unknown) => {
    await ctx.limits.uncount(CREATIONS, ctx.account);
    throw error;
  });
}

/** Creates an active profile. A form sent twice has the same id both times and makes one profile. */
export async function createProfile(ctx: Ctx, input: z.output<typeof createProfileSchema>): Promise<Profile> {
  const name = cleanName(input.name);
  const make = async (ctx: Ctx) => {
    await lockAccount(ctx.db, ctx.account);
    await requireSameIdentity(ctx);
    const sent = input.id && (await findProfile(ctx.db, { account: ctx.account, id: input.id }));
    if (sent && sent.deleted_at === null) return toProfile(sent);
    const row = await addProfile(ctx, { id: input.id, name, notes: cleanOptional(input.notes) });
    await ctx.announce(profileCreated, { subject: row.id, payload: {} });
    return toProfile(row);
  };
  return withCreationLimit(ctx, () => ctx.write(make));
}

/** Adds a copy with a new name, without links and statistics, in the caller's transaction. */
export async function copyProfile(
  ctx: Ctx,
  input: { source_profile_id: string; new_profile_name: string },
): Promise<ProfileRow> {
  const name = cleanName(input.new_profile_name);
  await lockAccount(ctx.db, ctx.account);
  await requireSameIdentity(ctx);
  const source = await lockProfile(ctx, input.source_profile_id);
  const pixels = hasRolePermission(ctx, "connections.manage") ? {} : NO_PIXELS;
  const copy = await addProfile(ctx, { ...copyOf(source), ...pixels, name });
  await ctx.announce(profileDuplicated, { subject: copy.id, payload: { source_id: source.id } });
  return copy;
}

const copyOf = (source: ProfileRow) => ({
  ...source,
  id: undefined,
  link_count: 0,
  domain: null,
  draft_of: null,
});

/**
 * Adds a copy of a page to work on, in the caller's transaction, which has locked the page. It's off and takes no slot
 * until somebody activates it, which makes it a page of its own.
 */
export async function copyAsDraft(ctx: Ctx, source: ProfileRow): Promise<ProfileRow> {
  await requireSameIdentity(ctx);
  const pixels = hasRolePermission(ctx, "connections.manage") ? {} : NO_PIXELS;
  return addProfile(ctx, { ...copyOf(source), ...pixels, draft_of: source.id });
}

/** People without permission for pixels create pages without any. */
const NO_PIXELS = { facebook_pixel_id: null, google_analytics_id: null };

type Addition = Partial<NewProfile> & { name: string };

async function addProfile(ctx: Ctx, addition: Addition): Promise<ProfileRow> {
  const isOn = !addition.draft_of;
  if (isOn) await requireAllowance(ctx, "profiles", { adding: 1 });
  const username = await chooseUsername(ctx, addition.name);
  const now = ctx.now().toISOString();
  const row = await insertProfile(ctx.db, {
    ...addition,
    id: addition.id ?? ctx.newId(),
    user_id: ctx.account,
    username,
    username_since: null,
    status: isOn ? "active" : "inactive",
    is_active: isOn,
    created_at: now,
    updated_at: now,
  });
  // The id belongs to someone else's row or to one in the trash, which count as not found.
  if (!row) throw failure(PROFILE_ERRORS, "PROFILE_NOT_FOUND");
  await ctx.invalidate(pageChanged, { profile_id: row.id, usernames: [row.username] });
  return row;
}

/** Activates or deactivates a profile. An active one takes one of the account's slots. */
export async function setProfileStatus(
  ctx: Ctx,
  { id, status }: { id: string; status: "active" | "inactive" },
): Promise<Profile> {
  return ctx.write(async (ctx) => {
    const row = await lockProfileInAccount(ctx, id);
    const is_active = status === "active";
    if (row.status === status && row.is_active === is_active) return toProfile(row);
    if (is_active && row.status !== "active") await requireAllowance(ctx, "profiles", { adding: 1 });
    await ctx.announce(profileStatusChanged, { subject: row.id, payload: { status } });
    // A draft that's switched on is a page of its own.
    const own = is_active ? { draft_of: null } : {};
    return toProfile(await saveProfile(ctx, { row, changes: { status, is_active, ...own } }));
  });
}

/** True if the actor could access a profile with this id, if there is one. */
export function isReachable(ctx: Ctx, id: string): boolean {
  return isId(id) && canAccessProfile(ctx, id);
}

/** Returns the account's profile, unless it's deleted. Any other id isn't found. */
export async function requireProfile(ctx: Ctx, id: string): Promise<ProfileRow> {
  const row = isReachable(ctx, id) ? await findProfile(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row || row.deleted_at !== null) throw failure(PROFILE_ERRORS, "PROFILE_NOT_FOUND");
  return row;
}

/** Like `requireProfile`, and locks its links until the transaction ends. */
export async function lockProfile(ctx: Ctx, id: string): Promise<ProfileRow> {
  const row = isReachable(ctx, id) ? await lockProfileRow(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row) throw failure(PROFILE_ERRORS, "PROFILE_NOT_FOUND");
  return row;
}

/**
 * Like `lockProfile`, for changes that may affect limits or names: waits for all other changes to the
 * account's profiles.
 */
export async function lockProfileInAccount(ctx: Ctx, id: string): Promise<ProfileRow> {
  await lockAccount(ctx.db, ctx.account);
  return lockProfile(ctx, id);
}

/** Saves changes to a profile whose account is locked, and reports that its pages have changed. */
export async function saveProfile(
  ctx: Ctx,
  { row, changes }: { row: ProfileRow; changes: Partial<NewProfile> },
): Promise<ProfileRow> {
  const updated_at = nextVersion(row.updated_at, ctx.now());
  const key = { account: ctx.account, id: row.id };
  const saved = await updateProfileRow(ctx.db, key, { ...changes, updated_at });
  if (!saved) throw failure(PROFILE_ERRORS, "PROFILE_NOT_FOUND");
  const names = new Set([saved.username, row.username, ...(await listOldUsernames(ctx.db, row.id))]);
  await ctx.invalidate(pageChanged, { profile_id: row.id, usernames: [...names] });
  return saved;
}

/** The links slice calls this after each change with the new number of links. */
export async function recordLinkCount(ctx: Ctx, row: ProfileRow, linkCount: number): Promise<ProfileRow> {
  const { id, user_id: account, username } = row;
  await ctx.invalidate(pageChanged, { profile_id: id, usernames: [username] });
  if (row.link_count === linkCount) return row;
  return (await updateProfileRow(ctx.db, { account, id }, { link_count: linkCount })) ?? row;
}

/** The domains slice calls this with the page's own host, even while the profile is in the trash. */
export async function recordDomain(
  ctx: Ctx,
  { id, domain }: { id: string; domain: string | null },
): Promise<void> {
  const row = await findProfile(ctx.db, { account: ctx.account, id });
  if (!row || row.domain === domain) return;
  await updateProfileRow(ctx.db, { account: ctx.account, id }, { domain });
  await ctx.invalidate(pageChanged, { profile_id: id, usernames: [row.username] });
}

/** For slices that put something into a page, even while it's in the trash. */
export async function invalidatePage(
  ctx: Platform,
  { account, id }: { account: string; id: string },
): Promise<void> {
  const row = await findProfile(ctx.db, { account, id });
  if (row) await ctx.invalidate(pageChanged, { profile_id: id, usernames: [row.username] });
}

/** For slices that put something into the footer of all of the account's pages. */
export async function invalidateAllPages(ctx: Ctx): Promise<void> {
  for (const { id, username } of await listProfileRows(ctx.db, ctx.account))
    await ctx.invalidate(pageChanged, { profile_id: id, usernames: [username] });
}

export function toProfile(row: ProfileRow): Profile {
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    username: originalUsername(row.username),
    display_name: row.display_name,
    status: row.status,
    is_active: row.is_active,
    profile_picture_url: row.profile_picture_url,
    notes: row.notes,
    public_notes: row.public_notes,
    theme_settings: parseThemeSettings(row.theme_settings),
    social_platforms: parseSocialPlatforms(row.social_platforms),
    ...toPageSettings(row),
    created_at: row.created_at,
    updated_at: row.updated_at,
    deleted_at: row.deleted_at,
    restorable_until: row.deleted_at === null ? null : addDays(row.deleted_at, RESTORE_DAYS),
    link_count: row.link_count,
    domain: row.domain,
    draft_of: row.draft_of,
    ...shownMarks(row),
  };
}

/** Returns the account's number of active profiles, its limit, and the reason for it (spec §3). */
export async function getSlots(ctx: Ctx): Promise<z.input<typeof slotStatusSchema>> {
  const { limit, explanation } = (await findAllowances(ctx, ctx.account)).profiles;
  const { premium_units, referral_slots = 0 } = await findGrants(ctx, ctx.account);
  const isPremium = premium_units !== undefined;
  const used = await countActiveProfiles(ctx.db, ctx);
  return {
    user_id: ctx.account,
    user_role: "user",
    used_slots: used,
    total_slots: limit ?? planLimitsOf(ctx).profiles_free,
    has_unlimited_slots: limit === null,
    is_at_limit: limit !== null && used >= limit,
    is_subscribed: isPremium,
    subscription_tier: isPremium ? "premium" : "free",
    referral_slots,
    branding_removal: isPremium,
    explanation,
  };
}
