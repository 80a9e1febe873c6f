/*
 * Profiles: their names, looks and states, and how many of them an account may have. Links belong to `links`, which also
 * copies them with a profile (`copyProfile`) and reports their number here; what visitors see is `public-page`'s.
 */
import type * as z from "zod";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays, nextVersion } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { type createProfileSchema, PROFILE_ERRORS, type Profile } from "./contract.ts";
import { pageChanged } from "./events.ts";
import { readSocialPlatforms } from "./page/socials.ts";
import { toPageSettings } from "./page-settings.ts";
import { RESTORE_DAYS, readThemeSettings } from "./rules.ts";
import { requireSlot } from "./slots.ts";
import {
  findProfile,
  findProfileForChange,
  insertProfile,
  listDeletedRows,
  listOldUsernames,
  listProfileRows,
  lockAccount,
  type NewProfile,
  type ProfileRow,
  updateProfileRow,
} from "./store.ts";
import { cleanName, cleanOptional } from "./texts.ts";
import { chooseUsername } from "./usernames.ts";

export type { ProfileRow } from "./store.ts";

const CREATIONS: Limit = {
  name: "profile-create",
  attempts: 50,
  seconds: 86_400,
  sentence: "You can add 50 profiles a day.",
};

/** Your profiles, newest first; with `deleted` those that can still be brought back. */
export async function listProfiles(
  ctx: Ctx,
  { deleted }: { deleted?: boolean | undefined },
): Promise<{ items: Profile[] }> {
  const { account } = ctx;
  const rows = deleted
    ? await listDeletedRows(ctx.db, { account, since: addDays(ctx.now(), -RESTORE_DAYS) })
    : await listProfileRows(ctx.db, account);
  return { items: rows.map(toProfile) };
}

export async function getProfile(ctx: Ctx, { id }: { id: string }): Promise<Profile> {
  return toProfile(await requireProfile(ctx, id));
}

/** Counts a new profile before its transaction begins: each takes a username, and keeps it in the trash. */
export async function spendCreation(ctx: Ctx): Promise<void> {
  await ctx.limits.count(CREATIONS, ctx.account);
}

/** Makes an active profile. A form sent twice carries the same id twice and makes one. */
export async function createProfile(ctx: Ctx, input: z.output<typeof createProfileSchema>): Promise<Profile> {
  const name = cleanName(input.name);
  await spendCreation(ctx);
  return ctx.write(async (ctx) => {
    await lockAccount(ctx.db, ctx.account);
    const sent = input.id && (await findProfile(ctx.db, { account: ctx.account, id: input.id }));
    if (sent) return toProfile(sent);
    const row = await addProfile(ctx, { id: input.id, name, notes: cleanOptional(input.notes) });
    return toProfile(row);
  });
}

/** Adds a copy under its own name, without links and statistics, within the caller's transaction. */
export async function copyProfile(
  ctx: Ctx,
  input: { source_profile_id: string; new_profile_name: string },
): Promise<ProfileRow> {
  const name = cleanName(input.new_profile_name);
  await lockAccount(ctx.db, ctx.account);
  const source = await lockProfile(ctx, input.source_profile_id);
  return addProfile(ctx, { ...source, id: undefined, link_count: 0, name });
}

type Addition = Partial<NewProfile> & { name: string };

async function addProfile(ctx: Ctx, addition: Addition): Promise<ProfileRow> {
  await requireSlot(ctx);
  const username = await chooseUsername(ctx, addition.name);
  const now = ctx.now().toISOString();
  const row = await insertProfile(ctx.db, {
    ...addition,
    id: addition.id ?? ctx.newId(),
    user_id: ctx.account,
    username,
    username_since: null,
    status: "active",
    is_active: true,
    created_at: now,
    updated_at: now,
  });
  // The id is somebody else's row: as for every such id, there is nothing here.
  if (!row) throw failure(PROFILE_ERRORS, "PROFILE_NOT_FOUND");
  await ctx.announce(pageChanged, { profile_id: row.id, usernames: [row.username] });
  return row;
}

/** Activates or deactivates; an active profile takes one of the account's slots. */
export async function setProfileStatus(
  ctx: Ctx,
  { id, status }: { id: string; status: "active" | "inactive" },
): Promise<Profile> {
  return ctx.write(async (ctx) => {
    const row = await requireProfileForChange(ctx, id);
    const is_active = status === "active";
    if (row.status === status && row.is_active === is_active) return toProfile(row);
    if (is_active && row.status !== "active") await requireSlot(ctx);
    return toProfile(await saveProfile(ctx, { row, changes: { status, is_active } }));
  });
}

/** The account's own profile that is not deleted; whatever else the id may be, it is not found. */
export async function requireProfile(ctx: Ctx, id: string): Promise<ProfileRow> {
  const row = isId(id) ? await findProfile(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row || row.deleted_at !== null) throw failure(PROFILE_ERRORS, "PROFILE_NOT_FOUND");
  return row;
}

/** As `requireProfile`; its links are changed by nobody else until the transaction ends. */
export async function lockProfile(ctx: Ctx, id: string): Promise<ProfileRow> {
  const row = isId(id) ? await findProfileForChange(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row) throw failure(PROFILE_ERRORS, "PROFILE_NOT_FOUND");
  return row;
}

/** As `lockProfile`, for what may touch limits or names: in turn with every other change to the account's profiles. */
export async function requireProfileForChange(ctx: Ctx, id: string): Promise<ProfileRow> {
  await lockAccount(ctx.db, ctx.account);
  return lockProfile(ctx, id);
}

/** Writes changes of a profile whose account is locked, and tells that its pages have changed. */
export async function saveProfile(
  ctx: Ctx,
  { row, changes }: { row: ProfileRow; changes: Partial<NewProfile> },
): Promise<ProfileRow> {
  const updated_at = nextVersion(row.updated_at, ctx.now());
  const key = { account: ctx.account, id: row.id };
  const saved = await updateProfileRow(ctx.db, key, { ...changes, updated_at });
  if (!saved) throw failure(PROFILE_ERRORS, "PROFILE_NOT_FOUND");
  const names = new Set([saved.username, row.username, ...(await listOldUsernames(ctx.db, row.id))]);
  await ctx.announce(pageChanged, { profile_id: row.id, usernames: [...names] });
  return saved;
}

/** What the links slice tells with each change: how many links there are now, and that the page shows something else. */
export async function noteLinksChanged(ctx: Ctx, row: ProfileRow, linkCount: number): Promise<ProfileRow> {
  const { id, user_id: account, username } = row;
  await ctx.announce(pageChanged, { profile_id: id, usernames: [username] });
  if (row.link_count === linkCount) return row;
  return (await updateProfileRow(ctx.db, { account, id }, { link_count: linkCount })) ?? row;
}

/** A row as the API shows it. */
export function toProfile(row: ProfileRow): Profile {
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    username: row.username,
    display_name: row.display_name,
    status: row.status,
    is_active: row.is_active,
    profile_picture_url: row.profile_picture_url,
    notes: row.notes,
    public_notes: row.public_notes,
    theme_settings: readThemeSettings(row.theme_settings),
    social_platforms: readSocialPlatforms(row.social_platforms),
    ...toPageSettings(row),
    created_at: row.created_at,
    updated_at: row.updated_at,
    deleted_at: row.deleted_at,
    restorable_until: row.deleted_at === null ? null : addDays(row.deleted_at, RESTORE_DAYS),
    link_count: row.link_count,
  };
}
