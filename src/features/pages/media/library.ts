/* The account's pictures: which there are, where they're used, and what's in them. */
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import { mediaChanged, mediaDeleted, mediaFitted } from "./events.ts";
import { type FramingInput, framingOf } from "./framing-rules.ts";
import { LIBRARY_ERRORS, type MediaKind } from "./library-contract.ts";
import {
  countPictureUses,
  deletePictureRow,
  findPictureRow,
  listPicturePage,
  listPictureUses,
  type PictureRow,
  type Sight,
  updateAltText,
} from "./library-store.ts";
import { findMedia, storeOnce } from "./media.ts";
import { encodePicture } from "./pictures.ts";
import { ALT_CHARS_MAX, isOwnPicture, mediaPath, type Purpose } from "./rules.ts";
import { findPicture } from "./store.ts";

interface ListRequest {
  cursor?: string | undefined;
  order?: "asc" | "desc" | undefined;
  sort?: "created_at" | undefined;
  kind?: MediaKind | undefined;
  search?: string | undefined;
}

/** People who are limited to some profiles see what these show and what they uploaded themselves, and nothing of the others. */
function sightOf(ctx: Ctx): Sight {
  const { account, profileIds } = ctx;
  return { account, limits: profileIds && { profileIds, uploader: actorId(ctx) } };
}

export async function listPictures(ctx: Ctx, request: ListRequest) {
  const sight = sightOf(ctx);
  const { rows, next, ...count } = await listPicturePage(ctx.db, sight, request);
  const pictures = rows.map(toPicture);
  const uses = await listPictureUses(ctx.db, { ...sight, paths: pictures.map(({ url }) => url) });
  const items = pictures.map((picture) => {
    const found = uses.filter(({ path }) => path === picture.url);
    const shown = found.map(({ path: _, of: __, ...use }) => use);
    return { ...picture, uses: shown, use_count: found[0]?.of ?? 0 };
  });
  return { items, ...(next !== undefined && { next }), ...count };
}

function toPicture({ content_type, ...row }: PictureRow) {
  return { ...row, url: mediaPath({ id: row.id, content_type }) };
}

export async function getPicture(ctx: Ctx, { id }: { id: string }) {
  return toPicture(await requirePicture(ctx, id));
}

async function requirePicture(ctx: Ctx, id: string): Promise<PictureRow> {
  const row = isId(id) ? await findPictureRow(ctx.db, { ...sightOf(ctx), id }) : undefined;
  if (!row) throw failure(LIBRARY_ERRORS, "PICTURE_NOT_FOUND");
  return row;
}

export async function changePicture(ctx: Ctx, { id, alt_text }: { id: string; alt_text: string }) {
  return ctx.write(async (ctx) => {
    const row = await requirePicture(ctx, id);
    // Its words are on all pages that show it.
    const { elsewhere } = await countPictureUses(ctx.db, { ...sightOf(ctx), path: toPicture(row).url });
    if (elsewhere > 0) requireWholeAccount(ctx);
    const words = cleanText(alt_text.replace(/\s+/g, " "), ALT_CHARS_MAX);
    if (words === row.alt_text) return toPicture(row);
    await updateAltText(ctx.db, { account: ctx.account, id, alt_text: words });
    await ctx.announce(mediaChanged, { subject: id, payload: {} });
    return toPicture({ ...row, alt_text: words });
  });
}

interface Fit extends FramingInput {
  id: string;
  purpose: Purpose;
}

/** Makes a picture fit a place. One that fits already is used as it is. */
export async function fitPicture(ctx: Ctx, { id, purpose, ...input }: Fit) {
  const { account } = ctx;
  await requirePicture(ctx, id);
  const known = await findPicture(ctx.db, id);
  if (!known || !isOwnPicture(mediaPath(known))) throw failure(LIBRARY_ERRORS, "PICTURE_NOT_FOUND");
  const framing = framingOf(input);
  const focus = purpose === "background" ? framing.focus : null;
  const fits = known.purpose === purpose && !framing.crop;
  if (fits && focus === known.focus) {
    const { width, height, alt_text } = known;
    return { url: mediaPath(known), width, height, alt_text, notice: null };
  }
  const found = await findMedia(ctx, id);
  if (!found) throw failure(LIBRARY_ERRORS, "PICTURE_NOT_FOUND");
  const { content } = found;
  return storeOnce(ctx, {
    original: content,
    account,
    purpose,
    framing,
    // A name without an ending stays as it is.
    file: { name: known.name },
    alt_text: known.alt_text,
    encode: async () =>
      fits
        ? { ...known, content, notice: null }
        : encodePicture(content, { purpose, account, crop: framing.crop }),
    announce: (ctx, copy) =>
      ctx.announce(mediaFitted, { subject: copy, payload: { source_id: id, purpose } }),
  });
}

export async function removePicture(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    const { account } = ctx;
    const { url } = toPicture(await requirePicture(ctx, id));
    if ((await countPictureUses(ctx.db, { ...sightOf(ctx), path: url })).uses > 0)
      throw failure(LIBRARY_ERRORS, "PICTURE_IN_USE");
    await deletePictureRow(ctx.db, { account, id });
    await ctx.announce(mediaDeleted, { subject: id, payload: {} });
    return { id };
  });
}
