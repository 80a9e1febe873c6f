/*
 * A profile's links: their texts, targets, and order. The account and the profile are locked while links
 * change, so that limits, order, and count are right even with simultaneous changes. `clicks` counts clicks
 * and writes `click_count`.
 */
import type * as z from "zod";
import {
  findAllowances,
  registerUsageCounter,
  requireAllowance,
} from "#src/features/money/entitlements/entitlements.ts";
import { parseGeoRestrictions } from "#src/features/pages/geo/rules.ts";
import {
  lockProfile,
  lockProfileInAccount,
  type ProfileRow,
  recordLinkCount,
  requireProfile,
} from "#src/features/pages/profiles/profiles.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { isSameTime, nextVersion } from "#src/lib/time.ts";
import { type Ctx, canAccessProfile } from "#src/platform/context.ts";
import { LINK_ERRORS, type Link, type LinkName, type linkFieldsSchema } from "./contract.ts";
import {
  linkCreated,
  linkDeleted,
  linkDuplicated,
  linkRestored,
  linksReordered,
  linkUpdated,
} from "./events.ts";
import { parseAppearance, parseChanges, parseTitle, parseUrl, storeIcon } from "./fields.ts";
import { parseOptions, requireCompleteTest } from "./options.ts";
import { splitRatio } from "./page/destination.ts";
import { areSameIds, copyTitle, insertAt } from "./rules.ts";
import {
  countLinks,
  findLink,
  insertLink,
  type LinkRow,
  listLinkNames,
  listLinkRows,
  lockLinkRow,
  type NewLink,
  updateLinkRow,
  updatePositions,
} from "./store.ts";

registerUsageCounter("links", countLinks);

type Fields = z.output<typeof linkFieldsSchema>;

export async function listLinks(
  ctx: Ctx,
  { profile_id }: { profile_id: string },
): Promise<{ items: Link[]; limit: number | null }> {
  const profile = await requireProfile(ctx, profile_id);
  const rows = await listLinkRows(ctx.db, { account: ctx.account, profileId: profile.id });
  const { links_per_profile } = await findAllowances(ctx, ctx.account);
  return { items: rows.map(toLink), limit: links_per_profile.limit };
}

export async function getLink(ctx: Ctx, { id }: { id: string }): Promise<Link> {
  return toLink(await requireLink(ctx, id));
}

/** Lists the searchable parts of all of the account's links. */
export async function listNames(ctx: Ctx): Promise<{ items: LinkName[] }> {
  const names = await listLinkNames(ctx.db, ctx.account);
  return { items: names.filter(({ profile_id }) => canAccessProfile(ctx, profile_id)) };
}

/** Adds a link at the end. A form sent twice has the same id both times and makes one link. */
export async function createLink(
  ctx: Ctx,
  form: Fields & { profile_id: string; id?: string | undefined },
): Promise<Link> {
  const input = await storeIcon(ctx, form, async () => {
    await requireProfile(ctx, form.profile_id);
    return null;
  });
  return ctx.write(async (ctx) => {
    const profile = await lockProfileInAccount(ctx, input.profile_id);
    const sent = input.id && (await findLink(ctx.db, { account: ctx.account, id: input.id }));
    if (sent && sent.profile_id === profile.id && sent.deleted_at === null) return toLink(sent);
    const fields = {
      ...parseAppearance(input),
      title: parseTitle(input.title),
      url: parseUrl(input.url, "url"),
      ...parseOptions(input),
    };
    requireCompleteTest(fields);
    const ids = await listIds(ctx, profile);
    await requireAllowance(ctx, "links", { adding: 1, profileId: profile.id });
    const row = await insertLink(ctx.db, {
      ...fields,
      ...stamps(ctx),
      id: input.id ?? ctx.newId(),
      profile_id: profile.id,
      user_id: profile.user_id,
      position: ids.length,
    });
    // The id belongs to someone else's row or to one in the trash, which count as not found.
    if (!row) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
    await recordLinkCount(ctx, profile, ids.length + 1);
    await ctx.announce(linkCreated, onProfile(row));
    return toLink(row);
  });
}

/** Changes a link. Absent fields stay. The same form sent twice changes it once. */
export async function updateLink(
  ctx: Ctx,
  form: Partial<Fields> & { id: string; updated_at?: string | undefined },
): Promise<Link> {
  const input = await storeIcon(ctx, form, async () => (await requireLink(ctx, form.id)).icon);
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockLink(ctx, input.id);
    const wanted = { ...parseChanges(input), ...parseOptions(input) };
    const changes = differences(row, wanted);
    if (Object.keys(changes).length === 0) return toLink(row);
    if (input.updated_at !== undefined && !isSameTime(input.updated_at, row.updated_at)) {
      throw failure(LINK_ERRORS, "CHANGED_MEANWHILE", { data: toLink(row) });
    }
    requireCompleteTest({ ...row, ...changes }, changes);
    const saved = await saveLink(ctx, { row, changes });
    await recordLinkCount(ctx, profile, profile.link_count);
    const payload = { profile_id: profile.id, fields: Object.keys(changes) };
    await ctx.announce(linkUpdated, { subject: row.id, payload });
    return toLink(saved);
  });
}

/** Removes a link, which can be restored. Its clicks stay in the statistics. */
export async function deleteLink(ctx: Ctx, { id }: { id: string }): Promise<Link> {
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockKeptLink(ctx, id);
    if (row.deleted_at !== null) return toLink(row);
    const ids = (await listIds(ctx, profile)).filter((other) => other !== row.id);
    const saved = await saveLink(ctx, { row, changes: { deleted_at: ctx.now().toISOString() } });
    await placeLinks(ctx, profile, ids);
    await ctx.announce(linkDeleted, onProfile(row));
    return toLink(saved);
  });
}

export async function restoreLink(ctx: Ctx, { id }: { id: string }): Promise<Link> {
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockKeptLink(ctx, id);
    if (row.deleted_at === null) return toLink(row);
    const ids = await listIds(ctx, profile);
    await requireAllowance(ctx, "links", { adding: 1, profileId: profile.id });
    const saved = await saveLink(ctx, { row, changes: { deleted_at: null } });
    const order = insertAt(ids, row.id, row.position);
    await placeLinks(ctx, profile, order);
    await ctx.announce(linkRestored, onProfile(row));
    return toLink({ ...saved, position: order.indexOf(row.id) });
  });
}

/** Adds a copy of a link below it, without its clicks. */
export async function duplicateLink(ctx: Ctx, { id }: { id: string }): Promise<Link> {
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockLink(ctx, id);
    const ids = await listIds(ctx, profile);
    await requireAllowance(ctx, "links", { adding: 1, profileId: profile.id });
    const position = ids.indexOf(row.id) + 1;
    const copy = await insertLink(ctx.db, { ...copyOf(ctx, row), title: copyTitle(row.title), position });
    if (!copy) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
    await placeLinks(ctx, profile, insertAt(ids, copy.id, position));
    const payload = { profile_id: profile.id, source_id: row.id };
    await ctx.announce(linkDuplicated, { subject: copy.id, payload });
    return toLink(copy);
  });
}

/** Puts all of a profile's links in this order. Rejects a list that doesn't match the current links. */
export async function orderLinks(
  ctx: Ctx,
  input: { profile_id: string; ids: string[] },
): Promise<{ items: Link[] }> {
  return ctx.write(async (ctx) => {
    const profile = await lockProfile(ctx, input.profile_id);
    const wanted = input.ids.map((id) => id.toLowerCase());
    if (!areSameIds(await listIds(ctx, profile), wanted)) throw failure(LINK_ERRORS, "ORDER_INCOMPLETE");
    await placeLinks(ctx, profile, wanted);
    await ctx.announce(linksReordered, { subject: profile.id, payload: {} });
    const rows = await listLinkRows(ctx.db, { account: ctx.account, profileId: profile.id });
    return { items: rows.map(toLink) };
  });
}

/** Returns the account's link. Removed links and other people's aren't found. */
export async function requireLink(ctx: Ctx, id: string): Promise<LinkRow> {
  const row = isId(id) ? await findLink(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row || row.deleted_at !== null || !canAccessProfile(ctx, row.profile_id))
    throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  return row;
}

interface Locked {
  profile: ProfileRow;
  row: LinkRow;
}

/** Returns a link with its profile, locked in the common order: account, profile, link. */
async function lockKeptLink(ctx: Ctx, id: string): Promise<Locked> {
  const key = { account: ctx.account, id };
  const found = isId(id) ? await findLink(ctx.db, key) : undefined;
  if (!found || !canAccessProfile(ctx, found.profile_id)) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  const profile = await lockProfileInAccount(ctx, found.profile_id);
  const row = await lockLinkRow(ctx.db, key);
  if (!row) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  return { profile, row };
}

async function lockLink(ctx: Ctx, id: string): Promise<Locked> {
  const locked = await lockKeptLink(ctx, id);
  if (locked.row.deleted_at !== null) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  return locked;
}

async function listIds(ctx: Ctx, profile: ProfileRow): Promise<string[]> {
  const rows = await listLinkRows(ctx.db, { account: profile.user_id, profileId: profile.id });
  return rows.map(({ id }) => id);
}

const onProfile = ({ id, profile_id }: LinkRow) => ({ subject: id, payload: { profile_id } });

async function placeLinks(ctx: Ctx, profile: ProfileRow, ids: string[]): Promise<void> {
  await updatePositions(ctx.db, ids);
  await recordLinkCount(ctx, profile, ids.length);
}

async function saveLink(
  ctx: Ctx,
  { row, changes }: { row: LinkRow; changes: Partial<NewLink> },
): Promise<LinkRow> {
  const updated_at = nextVersion(row.updated_at, ctx.now());
  const saved = await updateLinkRow(ctx.db, { account: ctx.account, id: row.id }, { ...changes, updated_at });
  if (!saved) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  return saved;
}

/** Returns the part of `changes` that makes a difference. */
function differences(row: LinkRow, changes: Partial<LinkRow>): Partial<LinkRow> {
  // The database orders an object's fields its own way, so compare it as read back.
  const stored = { ...row, geo_restrictions: parseGeoRestrictions(row.geo_restrictions) };
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field as keyof LinkRow]),
    ),
  );
}

/** Copies a link's row with all its settings but no clicks, under a new id. */
export function copyOf(ctx: Ctx, row: LinkRow): NewLink {
  return { ...row, ...stamps(ctx), id: ctx.newId(), click_count: 0, deleted_at: null };
}

function stamps(ctx: Ctx): { created_at: string; updated_at: string } {
  const now = ctx.now().toISOString();
  return { created_at: now, updated_at: now };
}

export function toLink(row: LinkRow): Link {
  return {
    id: row.id,
    profile_id: row.profile_id,
    user_id: row.user_id,
    title: row.title,
    description: row.description,
    url: row.url,
    icon: row.icon,
    show_icon: row.show_icon,
    show_adult_warning: row.show_adult_warning,
    is_ab_test: row.is_ab_test,
    link_a: row.link_a,
    link_b: row.link_b,
    ab_split_ratio: splitRatio(row.ab_split_ratio),
    geo_restrictions: parseGeoRestrictions(row.geo_restrictions),
    geo_blocked_fallback_url: row.geo_blocked_fallback_url,
    is_visible: row.is_visible,
    position: row.position,
    click_count: row.click_count,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
