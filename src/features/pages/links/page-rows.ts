/* The rows of one page, links and blocks: locked, placed, and held to the limits of a page. */
import { requireAllowance } from "#src/features/money/entitlements/entitlements.ts";
import {
  lockProfileInAccount,
  type ProfileRow,
  recordLinkCount,
} from "#src/features/pages/profiles/profiles.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { type Ctx, canAccessProfile } from "#src/platform/context.ts";
import { BLOCK_ERRORS } from "./blocks-contract.ts";
import { LINK_ERRORS } from "./contract.ts";
import {
  contentChars,
  countsAsLink,
  inPageOrder,
  PAGE_CONTENT_CHARS_MAX,
  PAGE_ROWS_MAX,
} from "./rows-rules.ts";
import { keepHidden } from "./staff-marks/staff-marks.ts";
import { findLink, type LinkRow, listLinkRows, lockLinkRow, updatePositions } from "./store.ts";

interface Locked {
  profile: ProfileRow;
  row: LinkRow;
}

/** Returns a link with its profile, locked in the common order: account, profile, link. */
export async function lockKeptLink(ctx: Ctx, id: string): Promise<Locked> {
  const key = { account: ctx.account, id };
  const found = isId(id) ? await findLink(ctx.db, key) : undefined;
  if (!found || !canAccessProfile(ctx, found.profile_id)) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  const profile = await lockProfileInAccount(ctx, found.profile_id);
  const row = await lockLinkRow(ctx.db, key);
  if (!row) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  return { profile, row };
}

/** Returns the account's link. Removed links and other people's aren't found. */
export async function requireLink(ctx: Ctx, id: string): Promise<LinkRow> {
  const row = isId(id) ? await findLink(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row || row.deleted_at !== null || !canAccessProfile(ctx, row.profile_id))
    throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  return row;
}

export async function lockLink(ctx: Ctx, id: string): Promise<Locked> {
  const locked = await lockKeptLink(ctx, id);
  if (locked.row.deleted_at !== null) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  return locked;
}

export function listRows(ctx: Ctx, profile: Pick<ProfileRow, "id" | "user_id">): Promise<LinkRow[]> {
  return listLinkRows(ctx.db, { account: profile.user_id, profileId: profile.id });
}

/** Returns a page's rows with a changed one, where they matter: reading hundreds of them takes longest. */
export async function rowsAround(
  ctx: Ctx,
  { profile, row, changed }: Locked & { changed: LinkRow },
): Promise<LinkRow[]> {
  const isAlone =
    changed.parent_id === row.parent_id &&
    contentChars(changed) <= contentChars(row) &&
    countsAsLink(changed) === countsAsLink(row);
  if (isAlone) return [changed];
  return (await listRows(ctx, profile)).map((one) => (one.id === row.id ? changed : one));
}

/** Numbers a page's rows in this order, with what's in a group below it. Returns them in that order. */
export async function placeRows(ctx: Ctx, profile: ProfileRow, rows: readonly LinkRow[]): Promise<LinkRow[]> {
  const placed = inPageOrder(rows);
  await updatePositions(
    ctx.db,
    placed.map(({ id }) => id),
  );
  await recordLinkCount(ctx, profile, rows.filter(countsAsLink).length);
  const hidden = await keepHidden(ctx, [profile.id]);
  return placed.map((row, position) => ({
    ...row,
    position,
    staff_hidden: hidden.get(row.id) ?? row.staff_hidden,
  }));
}

/** Rejects rows that don't fit on the page anymore, for its own limits or the plan's. */
export async function requireRoom(
  ctx: Ctx,
  {
    rows,
    adding,
  }: {
    rows: readonly LinkRow[];
    adding: readonly (Pick<LinkRow, "kind" | "url" | "profile_id"> & { content?: LinkRow["content"] })[];
  },
): Promise<void> {
  const [first] = adding;
  const links = adding.filter(countsAsLink).length;
  if (links > 0) await requireAllowance(ctx, "links", { adding: links, profileId: first?.profile_id ?? "" });
  // Links have limits of their own.
  if (links < adding.length && rows.length + adding.length > PAGE_ROWS_MAX)
    throw failure(BLOCK_ERRORS, "BLOCK_LIMIT");
  if (adding.some((row) => contentChars(row) > 0)) requireShort([...rows, ...adding]);
  const forms = [...rows, ...adding].filter(({ kind }) => kind === "newsletter");
  const isAnother = adding.some(({ kind }) => kind === "newsletter") && forms.length > 1;
  if (isAnother) throw failure(BLOCK_ERRORS, "NEWSLETTER_TWICE");
}

/** Rejects more than the blocks of a page may hold together. */
export function requireShort(rows: readonly { content?: LinkRow["content"] }[]): void {
  const chars = rows.reduce((sum, row) => sum + contentChars(row), 0);
  if (chars > PAGE_CONTENT_CHARS_MAX) throw failure(BLOCK_ERRORS, "BLOCK_LIMIT", { message: TOO_LONG });
}

const TOO_LONG = "The texts on a page hold up to 100,000 characters together. Shorten some of them.";

/** Rejects a row that can't be in its group. */
export function requireGroups(rows: readonly LinkRow[], moved: readonly LinkRow[]): void {
  for (const { kind, parent_id } of moved) {
    if (parent_id === null) continue;
    const group = rows.find(({ id }) => id === parent_id);
    if (kind === "group" || group?.kind !== "group") throw failure(BLOCK_ERRORS, "GROUP_INVALID");
  }
}
