/*
 * Links of a profile: what they say, where they lead, and in which order. A profile's row is locked while its links change,
 * so that limit, order and number hold whoever else is at it. Clicks are counted by `clicks`, which writes `click_count`.
 */
import type * as z from "zod";
import { readGeoRestrictions } from "#src/features/geo/rules.ts";
import {
  lockProfile,
  noteLinksChanged,
  type ProfileRow,
  requireProfile,
} from "#src/features/profiles/profiles.ts";
import { allowances } from "#src/features/settings/settings.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { isSameTime, nextVersion } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { LINK_ERRORS, type Link, type LinkName, type linkFieldsSchema } from "./contract.ts";
import { keepIcon, readChanges, readLooks, readTitle, readUrl } from "./fields.ts";
import { readOptions, requireWholeTest } from "./options.ts";
import { splitRatio } from "./page/ways.ts";
import { areSameIds, copyTitle, insertAt, linkLimitMessage } from "./rules.ts";
import {
  findLink,
  findLinkForChange,
  insertLink,
  type LinkRow,
  listLinkNames,
  listLinkRows,
  type NewLink,
  updateLinkRow,
  writePositions,
} from "./store.ts";

type Fields = z.output<typeof linkFieldsSchema>;

/** The links of a profile in order, and how many there may be. */
export async function listLinks(
  ctx: Ctx,
  { profile_id }: { profile_id: string },
): Promise<{ items: Link[]; limit: number | null }> {
  const profile = await requireProfile(ctx, profile_id);
  const rows = await listLinkRows(ctx.db, { account: ctx.account, profileId: profile.id });
  const { links_per_profile: limit } = await allowances(ctx);
  return { items: rows.map(toLink), limit };
}

/** What all links of the account are found by. */
export async function listNames(ctx: Ctx): Promise<{ items: LinkName[] }> {
  return { items: await listLinkNames(ctx.db, ctx.account) };
}

/** Adds a link at the end. A form sent twice carries the same id twice and makes one. */
export async function createLink(
  ctx: Ctx,
  form: Fields & { profile_id: string; id?: string | undefined },
): Promise<Link> {
  const input = await keepIcon(ctx, form, async () => {
    await requireProfile(ctx, form.profile_id);
    return null;
  });
  return ctx.write(async (ctx) => {
    const profile = await lockProfile(ctx, input.profile_id);
    const sent = input.id && (await findLink(ctx.db, { account: ctx.account, id: input.id }));
    if (sent && sent.profile_id === profile.id) return toLink(sent);
    const fields = {
      ...readLooks(input),
      title: readTitle(input.title),
      url: readUrl(input.url, "url"),
      ...readOptions(input),
    };
    requireWholeTest(fields);
    const ids = await listIds(ctx, profile);
    await requireRoom(ctx, ids.length + 1);
    const row = await insertLink(ctx.db, {
      ...fields,
      ...stamps(ctx),
      id: input.id ?? ctx.newId(),
      profile_id: profile.id,
      user_id: profile.user_id,
      position: ids.length,
    });
    // The id is somebody else's row: as for every such id, there is nothing here.
    if (!row) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
    await noteLinksChanged(ctx, profile, ids.length + 1);
    return toLink(row);
  });
}

/** Changes a link; what is left out stays. The same form sent twice changes it once. */
export async function updateLink(
  ctx: Ctx,
  form: Partial<Fields> & { id: string; updated_at?: string | undefined },
): Promise<Link> {
  const input = await keepIcon(ctx, form, async () => (await requireLink(ctx, form.id)).icon);
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockLink(ctx, input.id);
    const wanted = { ...readChanges(input), ...readOptions(input) };
    const changes = differences(row, wanted);
    if (Object.keys(changes).length === 0) return toLink(row);
    if (input.updated_at !== undefined && !isSameTime(input.updated_at, row.updated_at)) {
      throw failure(LINK_ERRORS, "CHANGED_MEANWHILE", { data: toLink(row) });
    }
    requireWholeTest({ ...row, ...changes }, changes);
    const saved = await saveLink(ctx, { row, changes });
    await noteLinksChanged(ctx, profile, profile.link_count);
    return toLink(saved);
  });
}

/** Removes a link so that it can be brought back; its clicks stay in the statistics. */
export async function deleteLink(ctx: Ctx, { id }: { id: string }): Promise<Link> {
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockKeptLink(ctx, id);
    if (row.deleted_at !== null) return toLink(row);
    const ids = (await listIds(ctx, profile)).filter((other) => other !== row.id);
    const saved = await saveLink(ctx, { row, changes: { deleted_at: ctx.now().toISOString() } });
    await placeLinks(ctx, profile, ids);
    return toLink(saved);
  });
}

/** Brings a removed link back to where it was. */
export async function restoreLink(ctx: Ctx, { id }: { id: string }): Promise<Link> {
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockKeptLink(ctx, id);
    if (row.deleted_at === null) return toLink(row);
    const ids = await listIds(ctx, profile);
    await requireRoom(ctx, ids.length + 1);
    const saved = await saveLink(ctx, { row, changes: { deleted_at: null } });
    const order = insertAt(ids, row.id, row.position);
    await placeLinks(ctx, profile, order);
    return toLink({ ...saved, position: order.indexOf(row.id) });
  });
}

/** Puts a copy of a link below it, without its clicks. */
export async function duplicateLink(ctx: Ctx, { id }: { id: string }): Promise<Link> {
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockLink(ctx, id);
    const ids = await listIds(ctx, profile);
    await requireRoom(ctx, ids.length + 1);
    const position = ids.indexOf(row.id) + 1;
    const copy = await insertLink(ctx.db, { ...copyOf(ctx, row), title: copyTitle(row.title), position });
    if (!copy) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
    await placeLinks(ctx, profile, insertAt(ids, copy.id, position));
    return toLink(copy);
  });
}

/** Puts all links of a profile in this order; a list that is not about the links that there are now is refused. */
export async function orderLinks(
  ctx: Ctx,
  input: { profile_id: string; ids: string[] },
): Promise<{ items: Link[] }> {
  return ctx.write(async (ctx) => {
    const profile = await lockProfile(ctx, input.profile_id);
    const wanted = input.ids.map((id) => id.toLowerCase());
    if (!areSameIds(await listIds(ctx, profile), wanted)) throw failure(LINK_ERRORS, "ORDER_INCOMPLETE");
    await placeLinks(ctx, profile, wanted);
    const rows = await listLinkRows(ctx.db, { account: ctx.account, profileId: profile.id });
    return { items: rows.map(toLink) };
  });
}

/** The account's link; one that was removed, or is somebody else's, is not found. */
export async function requireLink(ctx: Ctx, id: string): Promise<LinkRow> {
  const row = isId(id) ? await findLink(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row || row.deleted_at !== null) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  return row;
}

interface Locked {
  profile: ProfileRow;
  row: LinkRow;
}

/** A link with its profile, in the order in which all lock them: the profile first. */
async function lockKeptLink(ctx: Ctx, id: string): Promise<Locked> {
  const key = { account: ctx.account, id };
  const found = isId(id) ? await findLink(ctx.db, key) : undefined;
  if (!found) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  const profile = await lockProfile(ctx, found.profile_id);
  const row = await findLinkForChange(ctx.db, key);
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

/** Refuses more than `count` links on one profile where the account may not have as many. */
export async function requireRoom(ctx: Ctx, count: number): Promise<void> {
  const { links_per_profile: limit } = await allowances(ctx);
  if (limit === null || count <= limit) return;
  throw failure(LINK_ERRORS, "LINK_LIMIT", { message: linkLimitMessage(limit) });
}

async function placeLinks(ctx: Ctx, profile: ProfileRow, ids: string[]): Promise<void> {
  await writePositions(ctx.db, ids);
  await noteLinksChanged(ctx, profile, ids.length);
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

/** Those of `changes` that would make a difference. */
function differences(row: LinkRow, changes: Partial<LinkRow>): Partial<LinkRow> {
  // As it is read again: the database keeps an object's fields in an order of its own.
  const stored = { ...row, geo_restrictions: readGeoRestrictions(row.geo_restrictions) };
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field as keyof LinkRow]),
    ),
  );
}

/** A link's row with all its settings and none of its clicks, under a new id. */
export function copyOf(ctx: Ctx, row: LinkRow): NewLink {
  return { ...row, ...stamps(ctx), id: ctx.newId(), click_count: 0, deleted_at: null };
}

function stamps(ctx: Ctx): { created_at: string; updated_at: string } {
  const now = ctx.now().toISOString();
  return { created_at: now, updated_at: now };
}

/** A row as the API shows it. */
function toLink(row: LinkRow): Link {
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
    geo_restrictions: readGeoRestrictions(row.geo_restrictions),
    geo_blocked_fallback_url: row.geo_blocked_fallback_url,
    is_visible: row.is_visible,
    position: row.position,
    click_count: row.click_count,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
