import type * as z from "zod";
import { ensureStoredPicture, type PictureResult } from "#src/features/pages/media/media.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { checkUrl, type UrlRefusal } from "#src/lib/url.ts";
import type { Ctx } from "#src/platform/context.ts";
import { BLOCK_ERRORS } from "./blocks-contract.ts";
import { LINK_ERRORS, type linkFieldsSchema } from "./contract.ts";
import { DESCRIPTION_CHARS_MAX, isEmojiOrName, TITLE_CHARS_MAX } from "./rules.ts";
import type { LinkRow } from "./store.ts";
import { cleanFolder, cleanTags } from "./tag-rules.ts";

type Fields = Pick<
  LinkRow,
  | "description"
  | "icon"
  | "show_icon"
  | "is_visible"
  | "layout"
  | "animation"
  | "picture_url"
  | "parent_id"
  | "tags"
  | "folder"
>;
type FieldsInput = Partial<z.output<typeof linkFieldsSchema>>;

const URL_REFUSALS = {
  empty: "URL_REQUIRED",
  too_long: "URL_TOO_LONG",
  not_a_url: "URL_INVALID",
  dangerous: "URL_DANGEROUS",
} as const satisfies Record<UrlRefusal, keyof typeof LINK_ERRORS>;

/** Converts a link's optional fields. Its pictures have already been stored. */
export function parseAppearance(input: FieldsInput): Partial<Fields> {
  const looks: Partial<Fields> = {};
  if (input.description !== undefined) looks.description = cleanDescription(input.description);
  if (input.icon !== undefined) looks.icon = input.icon;
  if (input.show_icon !== undefined) looks.show_icon = input.show_icon;
  if (input.is_visible !== undefined) looks.is_visible = input.is_visible;
  if (input.layout !== undefined) looks.layout = input.layout;
  if (input.animation !== undefined) looks.animation = input.animation;
  if (input.picture_url !== undefined) looks.picture_url = input.picture_url;
  if (input.parent_id !== undefined) looks.parent_id = input.parent_id?.toLowerCase() ?? null;
  if (input.tags !== undefined) looks.tags = cleanTags(input.tags ?? []);
  if (input.folder !== undefined) looks.folder = cleanFolder(input.folder);
  return looks;
}

export function parseTitle(raw: string): string {
  const title = cleanText(raw.replace(/\s+/g, " "), TITLE_CHARS_MAX);
  if (isBlank(title)) throw failure(LINK_ERRORS, "TITLE_REQUIRED");
  return title;
}

/** Returns the URL to store. A failure names the field. */
export function parseUrl(
  raw: string,
  field: "url" | "link_a" | "link_b" | "geo_blocked_fallback_url" | "expired_url",
): string {
  const checked = checkUrl(raw);
  if (!checked.ok) throw failure(LINK_ERRORS, URL_REFUSALS[checked.reason], { data: { field } });
  return checked.url;
}

function cleanDescription(raw: string | null): string | null {
  const description = cleanText(raw ?? "", DESCRIPTION_CHARS_MAX);
  return isBlank(description) ? null : description;
}

/**
 * Converts a form's icon to its stored form. A picture given by URL is fetched, so call this before the
 * transaction. A picture that's already stored stays untouched, so that a dead host doesn't block other
 * changes. `findStored` rejects people who may not change this link.
 */
export async function storeIcon<Input extends FieldsInput>(
  ctx: Ctx,
  input: Input,
  findStored: () => Promise<string | null>,
): Promise<Input> {
  if (input.icon === undefined) return input;
  const icon = input.icon?.trim() ?? "";
  if (isBlank(icon)) return { ...input, icon: null };
  if (isEmojiOrName(icon) || icon === (await findStored())) return { ...input, icon };
  const kept = await ensureStoredPicture(ctx, icon, { purpose: "icon", account: ctx.account });
  return { ...input, icon: pathOf(kept, { field: "icon", code: "ICON_INVALID" }) };
}

/** Returns the path of a picture stored here, or null for none. */
export async function storePicture(
  ctx: Ctx,
  typed: string,
  { field, stored }: { field: string; stored?: string | null | undefined },
): Promise<string | null> {
  const url = typed.trim();
  if (isBlank(url)) return null;
  if (url === stored) return url;
  const kept = await ensureStoredPicture(ctx, url, { purpose: "picture", account: ctx.account });
  return pathOf(kept, { field, code: "PICTURE_INVALID" });
}

interface PictureField {
  field: string;
  code: "ICON_INVALID" | "PICTURE_INVALID";
}

function pathOf(kept: PictureResult, { field, code }: PictureField): string {
  if (kept.ok) return kept.url;
  const data = { field };
  if (kept.reason === "not_copied") {
    throw failure(LINK_ERRORS, "PICTURE_NOT_COPIED", { message: kept.message, data });
  }
  if (kept.reason === "dangerous") throw failure(LINK_ERRORS, "URL_DANGEROUS", { data });
  if (code === "ICON_INVALID") throw failure(LINK_ERRORS, code, { data });
  throw failure(BLOCK_ERRORS, code, { data });
}
