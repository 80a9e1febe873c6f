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
import {
  lockProfileInAccount,
  recordLinkCount,
  requireProfile,
} from "#src/features/pages/profiles/profiles.ts";
import { failure } from "#src/lib/errors.ts";
import { isSameTime, nextVersion } from "#src/lib/time.ts";
import { type Ctx, canAccessProfile } from "#src/platform/context.ts";
import { type Hashed, hashPasswordOf, parseAccess, restartCount } from "./access.ts";
import { parseShown, parseShownChanges, requireLinkOptions, storePictures } from "./blocks.ts";
import { BLOCK_ERRORS } from "./blocks-contract.ts";
import { listProblems } from "./checks/checks.ts";
import { LINK_ERRORS, type Link, type LinkName, type linkFieldsSchema } from "./contract.ts";
import { linkCreated, linkDeleted, linkDuplicated, linkRestored, linkUpdated } from "./events.ts";
import { parseAppearance, storeIcon } from "./fields.ts";
import { recordVersions } from "./history/history.ts";
import { differences, fieldNames, NAMELESS } from "./link-changes.ts";
import { parseOptions, requireCompleteTest } from "./options.ts";
import {
  listRows,
  lockKeptLink,
  lockLink,
  placeRows,
  requireGroups,
  requireLink,
  requireRoom,
  requireShort,
  rowsAround,
} from "./page-rows.ts";
import { contentChars, countsAsLink, groupOf, inPageOrder } from "./rows-rules.ts";
import { copyTitle, insertAt } from "./rules.ts";
import { assignName, parseShortName, requireNoLoop } from "./short-names/short-names.ts";
import { keepHidden } from "./staff-marks/staff-marks.ts";
import {
  countLinks,
  findLink,
  insertLink,
  type LinkRow,
  listLinkNames,
  type NewLink,
  updateLinkRow,
} from "./store.ts";
import { toLink } from "./to-link.ts";

registerUsageCounter("links", countLinks);

type Fields = z.output<typeof linkFieldsSchema>;

export async function listLinks(
  ctx: Ctx,
  { profile_id }: { profile_id: string },
): Promise<{ items: Link[]; limit: number | null }> {
  const profile = await requireProfile(ctx, profile_id);
  const rows = await listRows(ctx, profile);
  const { links_per_profile } = await findAllowances(ctx, ctx.account);
  const problems = await listProblems(ctx.db, profile.id);
  return {
    items: inPageOrder(rows).map((row) => withProblem(toLink(withGroup(row, rows)), problems)),
    limit: links_per_profile.limit,
  };
}

/** Says why a link's address doesn't work. */
function withProblem(link: Link, problems: Awaited<ReturnType<typeof listProblems>>): Link {
  const found = problems
    .get(link.id)
    ?.find(({ field, url }) => link[field] === url && (field === "url") !== link.is_ab_test);
  return found ? { ...link, problem: found.reason, problem_at: found.field } : link;
}

export async function getLink(ctx: Ctx, { id }: { id: string }): Promise<Link> {
  return toLink(await requireLink(ctx, id));
}

/** Lists the searchable parts of all of the account's links. */
export async function listNames(ctx: Ctx): Promise<{ items: LinkName[] }> {
  const names = await listLinkNames(ctx.db, ctx.account);
  return { items: names.filter(({ profile_id }) => canAccessProfile(ctx, profile_id)) };
}

/** A row as others see it: in no group, if its group is gone. */
function withGroup(row: LinkRow, rows: readonly LinkRow[]): LinkRow {
  return { ...row, parent_id: groupOf(row, rows)?.id ?? null };
}

/** Returns the columns of a new link or block that its form decides. */
export function parseNewLink(input: Omit<Fields, "password"> & Hashed) {
  const kind = input.kind ?? "link";
  requireLinkOptions(kind, input);
  const fields = {
    ...parseAppearance(input),
    ...parseShown(kind, input),
    ...parseOptions(input),
    ...parseAccess(input),
    kind,
  };
  requireCompleteTest(fields);
  return fields;
}

/** Adds a link or a block at the end. A form sent twice has the same id both times and makes one. */
export async function createLink(
  ctx: Ctx,
  form: Fields & { profile_id: string; id?: string | undefined },
): Promise<Link> {
  const findNothing = async () => {
    await requireProfile(ctx, form.profile_id);
    return null;
  };
  const hashed = await hashPasswordOf(ctx, form);
  const input = await storePictures(ctx, await storeIcon(ctx, hashed, findNothing), findNothing);
  return ctx.write(async (ctx) => {
    const profile = await lockProfileInAccount(ctx, input.profile_id);
    const sent = input.id && (await findLink(ctx.db, { account: ctx.account, id: input.id }));
    if (sent && sent.profile_id === profile.id && sent.deleted_at === null) return toLink(sent);
    const fields = parseNewLink(input);
    requirePicture(fields);
    const rows = await listRows(ctx, profile);
    await requireRoom(ctx, { rows, adding: [{ ...fields, profile_id: profile.id }] });
    const id = input.id ?? ctx.newId();
    const name = parseShortName(input.short_name) ?? null;
    const row = await insertLink(ctx.db, {
      ...fields,
      ...newLinkStamps(ctx),
      ...(await assignName(ctx, { link: { id, url: fields.url, ...NAMELESS }, profile, name })),
      id,
      profile_id: profile.id,
      user_id: profile.user_id,
      position: rows.length,
    });
    // The id belongs to someone else's row or to one in the trash, which count as not found.
    if (!row) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
    await requireNoLoop(ctx, { row, changes: row, profile });
    requireGroups(rows, [row]);
    const placed = await placeRows(ctx, profile, [...rows, row]);
    await ctx.announce(linkCreated, onProfile(row));
    return toLink(placed.find(({ id }) => id === row.id) ?? row);
  });
}

/** A picture block without a picture would be an empty space. */
function requirePicture({
  kind,
  picture_url,
}: {
  kind: string;
  picture_url?: string | null | undefined;
}): void {
  if (kind === "picture" && !picture_url)
    throw failure(BLOCK_ERRORS, "PICTURE_REQUIRED", { data: { field: "picture_url" } });
}

/** Changes a link or a block. A form that's older than the row is rejected. */
export async function updateLink(
  ctx: Ctx,
  form: Partial<Fields> & { id: string; updated_at?: string | undefined },
): Promise<Link> {
  const hashed = await hashPasswordOf(ctx, form);
  const withIcon = await storeIcon(ctx, hashed, async () => (await requireLink(ctx, form.id)).icon);
  const input = await storePictures(ctx, withIcon, () => requireLink(ctx, form.id));
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockLink(ctx, input.id);
    requireLinkOptions(row.kind, input);
    const wanted = {
      ...parseAppearance(input),
      ...parseShownChanges(row, input),
      ...parseOptions(input),
      ...parseAccess(input),
    };
    const name = parseShortName(input.short_name);
    const renamed = { ...wanted, ...(name !== undefined && { short_name: name }) };
    const changes = restartCount(row, differences(row, renamed));
    if (Object.keys(changes).length === 0) return toLink(row);
    if (input.updated_at !== undefined && !isSameTime(input.updated_at, row.updated_at)) {
      throw failure(LINK_ERRORS, "CHANGED_MEANWHILE", { data: toLink(row) });
    }
    const changed = { ...row, ...changes };
    requireCompleteTest(changed, changes);
    requirePicture(changed);
    const rows = await rowsAround(ctx, { profile, row, changed });
    if ("parent_id" in changes) requireGroups(rows, [changed]);
    if (contentChars(changed) > contentChars(row)) requireShort(rows);
    if (countsAsLink(changed) && !countsAsLink(row))
      await requireAllowance(ctx, "links", { adding: 1, profileId: profile.id });
    if (changes.short_name !== undefined)
      Object.assign(
        changes,
        await assignName(ctx, { link: { ...row, url: changed.url }, profile, name: changes.short_name }),
      );
    await requireNoLoop(ctx, { row: { ...row, ...changes }, changes, profile });
    const saved = await saveLink(ctx, { row, changes });
    await recordVersions(ctx, [{ row, changes }]);
    const placed = "parent_id" in changes ? await placeRows(ctx, profile, rows) : [saved];
    const count =
      countsAsLink(changed) === countsAsLink(row) ? profile.link_count : rows.filter(countsAsLink).length;
    await recordLinkCount(ctx, profile, count);
    const payload = { profile_id: profile.id, fields: fieldNames(changes) };
    await ctx.announce(linkUpdated, { subject: row.id, payload });
    const position = placed.find(({ id }) => id === row.id)?.position;
    return toLink({ ...saved, position: position ?? row.position });
  });
}

/**
 * Removes a link or a block, which can be restored. Clicks stay in the statistics, and what was in a group
 * stays on the page, and returns to its group if that's restored.
 */
export async function deleteLink(ctx: Ctx, { id }: { id: string }): Promise<Link> {
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockKeptLink(ctx, id);
    if (row.deleted_at !== null) return toLink(row);
    const rows = (await listRows(ctx, profile)).filter((other) => other.id !== row.id);
    const saved = await saveLink(ctx, { row, changes: { deleted_at: ctx.now().toISOString() } });
    await placeRows(ctx, profile, rows);
    await ctx.announce(linkDeleted, onProfile(row));
    return toLink(saved);
  });
}

export async function restoreLink(ctx: Ctx, { id }: { id: string }): Promise<Link> {
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockKeptLink(ctx, id);
    if (row.deleted_at === null) return toLink(row);
    const rows = await listRows(ctx, profile);
    await requireRoom(ctx, { rows, adding: [row] });
    const saved = await saveLink(ctx, { row, changes: { deleted_at: null } });
    const placed = await placeRows(ctx, profile, insertAt(rows, saved, row.position));
    await ctx.announce(linkRestored, onProfile(row));
    return toLink(placed.find((one) => one.id === row.id) ?? saved);
  });
}

/** Adds a copy of a link or a block below it, without clicks. A group is copied with everything in it. */
export async function duplicateLink(ctx: Ctx, { id }: { id: string }): Promise<Link> {
  return ctx.write(async (ctx) => {
    const { profile, row } = await lockLink(ctx, id);
    const rows = await listRows(ctx, profile);
    const inside = row.kind === "group" ? rows.filter(({ parent_id }) => parent_id === row.id) : [];
    await requireRoom(ctx, { rows, adding: [row, ...inside] });
    const title = row.title === "" ? "" : copyTitle(row.title);
    const copy = await insertLink(ctx.db, { ...copyOf(ctx, row), title });
    if (!copy) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
    const copies: LinkRow[] = [];
    for (const one of inside) {
      const made = await insertLink(ctx.db, { ...copyOf(ctx, one), parent_id: copy.id });
      if (made) copies.push(made);
    }
    const last = inside.at(-1) ?? row;
    const below = rows.findIndex((one) => one.id === last.id) + 1;
    const placed = await placeRows(ctx, profile, [
      ...rows.slice(0, below),
      copy,
      ...copies,
      ...rows.slice(below),
    ]);
    const payload = { profile_id: profile.id, source_id: row.id };
    await ctx.announce(linkDuplicated, { subject: copy.id, payload });
    return toLink(placed.find((one) => one.id === copy.id) ?? copy);
  });
}

export { requireLink } from "./page-rows.ts";

const onProfile = ({ id, profile_id }: LinkRow) => ({ subject: id, payload: { profile_id } });

async function saveLink(
  ctx: Ctx,
  { row, changes }: { row: LinkRow; changes: Partial<NewLink> },
): Promise<LinkRow> {
  const updated_at = nextVersion(row.updated_at, ctx.now());
  const saved = await updateLinkRow(ctx.db, { account: ctx.account, id: row.id }, { ...changes, updated_at });
  if (!saved) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  const hidden = await keepHidden(ctx, [saved.profile_id]);
  return { ...saved, staff_hidden: hidden.get(saved.id) ?? saved.staff_hidden };
}

/** Copies a link's row with all its settings but no clicks, under a new id. A short name is one link's. */
export function copyOf(ctx: Ctx, row: LinkRow): NewLink {
  return {
    ...row,
    ...newLinkStamps(ctx),
    ...NAMELESS,
    id: ctx.newId(),
    click_count: 0,
    opened_count: 0,
    deleted_at: null,
  };
}

export function newLinkStamps(ctx: Ctx): { created_at: string; updated_at: string } {
  const now = ctx.now().toISOString();
  return { created_at: now, updated_at: now };
}
