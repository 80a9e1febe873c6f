import { ensureStoredPicture } from "#src/features/pages/media/media.ts";
import { failure } from "#src/lib/errors.ts";
import { isBlank } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { PROFILE_ERRORS } from "./contract.ts";
import { requireProfile } from "./profiles.ts";

const PURPOSES = { profile_picture_url: "avatar", background_image_url: "background" } as const;
type PictureField = keyof typeof PURPOSES;
type Pictures = Partial<Record<PictureField, string | null>>;

/**
 * Converts a profile form's pictures to their stored form. Those given by URL are fetched, so call this
 * before the transaction. One that's already stored stays untouched, so that a dead host doesn't block other
 * changes.
 */
export async function storePictures(ctx: Ctx, input: Pictures & { id: string }): Promise<Pictures> {
  const fields = Object.keys(PURPOSES) as PictureField[];
  const given = fields.filter((field) => input[field] !== undefined);
  if (given.length === 0) return {};
  const stored = await requireProfile(ctx, input.id);
  const kept = given.map(async (field) => {
    const raw = input[field] ?? "";
    if (isBlank(raw)) return [field, null];
    return [field, raw === stored[field] ? raw : await keepOne(ctx, field, raw)];
  });
  return Object.fromEntries(await Promise.all(kept));
}

async function keepOne(ctx: Ctx, field: PictureField, raw: string): Promise<string> {
  const kept = await ensureStoredPicture(ctx, raw, { purpose: PURPOSES[field], account: ctx.account });
  if (kept.ok) return kept.url;
  const data = { field };
  if (kept.reason === "not_copied") {
    throw failure(PROFILE_ERRORS, "PICTURE_NOT_COPIED", { message: kept.message, data });
  }
  throw failure(PROFILE_ERRORS, kept.reason === "dangerous" ? "URL_DANGEROUS" : "PICTURE_INVALID", { data });
}
