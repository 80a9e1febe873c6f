import type * as z from "zod";
import { isOwnPicture } from "#src/features/pages/media/rules.ts";
import { lockProfileInAccount, type ProfileRow } from "#src/features/pages/profiles/profiles.ts";
import { Failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { hashPasswordOf } from "./access.ts";
import { storePictures } from "./blocks.ts";
import type { Link, linkFieldsSchema } from "./contract.ts";
import { linkCreated } from "./events.ts";
import { storeIcon } from "./fields.ts";
import { newLinkStamps, parseNewLink } from "./links.ts";
import { listRows, placeRows, requireGroups, requireRoom } from "./page-rows.ts";
import { isEmojiOrName } from "./rules.ts";
import { assignFreeName } from "./short-names/short-names.ts";
import { insertLinks, type LinkRow, type NewLink, updateLinkRow } from "./store.ts";
import { toLink } from "./to-link.ts";

/** A link or block to add, under an id that others may name as their group. */
export type NewRow = z.output<typeof linkFieldsSchema> & { id: string };

interface Batch {
  profile_id: string;
  /** Gets the page's rows, which don't change meanwhile, and returns the ones to add. `ctx` is the transaction's. */
  choose: (rows: Link[], ctx: Ctx) => readonly NewRow[] | Promise<readonly NewRow[]>;
}

/**
 * Adds links and blocks at the end, or at the end of their groups, all of them or none, by the same rules as one. Their
 * pictures are the account's. A picture that isn't there anymore is left out.
 */
export async function createLinks(ctx: Ctx, { profile_id, choose }: Batch): Promise<Link[]> {
  return ctx.write(async (ctx) => {
    const profile = await lockProfileInAccount(ctx, profile_id);
    const known = await listRows(ctx, profile);
    const added: NewLink[] = [];
    const names = new Map<string, string>();
    for (const row of await choose(known.map(toLink), ctx)) {
      const fields = await parseRow(ctx, row);
      const place = {
        profile_id: profile.id,
        user_id: profile.user_id,
        position: known.length + added.length,
      };
      added.push({ ...fields, ...newLinkStamps(ctx), ...place, id: row.id });
      if (row.short_name) names.set(row.id, row.short_name);
    }
    if (added.length === 0) return [];
    const counted = added.map(({ kind = "link", url, content }) => {
      return { kind, url, content: content ?? null, profile_id: profile.id };
    });
    await requireRoom(ctx, { rows: known, adding: counted });
    await insertLinks(ctx.db, added);
    await giveNames(ctx, { profile, names, known });
    const rows = await listRows(ctx, profile);
    // An id that was somebody else's, or is in the trash, adds nothing.
    const old = new Set(known.map(({ id }) => id));
    const ids = new Set(added.map(({ id }) => id).filter((id) => !old.has(id)));
    const fresh = rows.filter(({ id }) => ids.has(id));
    requireGroups(rows, fresh);
    const placed = await placeRows(ctx, profile, rows);
    for (const { id } of fresh)
      await ctx.announce(linkCreated, { subject: id, payload: { profile_id: profile.id } });
    return placed.filter(({ id }) => ids.has(id)).map(toLink);
  });
}

interface Naming {
  profile: ProfileRow;
  names: ReadonlyMap<string, string>;
  known: readonly LinkRow[];
}

/** Gives new links the short names that they had elsewhere, if those are free here. */
async function giveNames(ctx: Ctx, { profile, names, known }: Naming): Promise<void> {
  if (names.size === 0) return;
  const old = new Set(known.map(({ id }) => id));
  for (const link of (await listRows(ctx, profile)).filter(({ id }) => !old.has(id))) {
    const named = await assignFreeName(ctx, { link, profile, typed: names.get(link.id) });
    if (named) await updateLinkRow(ctx.db, { account: ctx.account, id: link.id }, named);
  }
}

async function parseRow(ctx: Ctx, row: NewRow) {
  const nothing = async () => null;
  const own = withOwnPictures(row);
  const withIcon = await unlessGone(storeIcon(ctx, own, nothing), { ...own, icon: null });
  const pictured = await unlessGone(storePictures(ctx, withIcon, nothing), {
    ...withIcon,
    picture_url: null,
  });
  return parseNewLink(await hashPasswordOf(ctx, pictured));
}

/** Leaves out pictures elsewhere: nothing is fetched while the page is locked. */
function withOwnPictures(row: NewRow): NewRow {
  const { icon, picture_url, content } = row;
  return {
    ...row,
    ...(icon && !isEmojiOrName(icon.trim()) && !isOwnPicture(icon.trim()) && { icon: null }),
    ...(picture_url && !isOwnPicture(picture_url.trim()) && { picture_url: null }),
    ...(Array.isArray(content?.pictures) && {
      content: { ...content, pictures: ownPicturesIn(content) },
    }),
  };
}

/** A gallery's pictures that are stored here. */
export function ownPicturesIn(content: NewRow["content"]): unknown[] {
  const pictures = Array.isArray(content?.pictures) ? content.pictures : [];
  return pictures.filter((picture: { url?: string } | null) => isOwnPicture(picture?.url));
}

async function unlessGone<T>(stored: Promise<T>, without: T): Promise<T> {
  return stored.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    return without;
  });
}
