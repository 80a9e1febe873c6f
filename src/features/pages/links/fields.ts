import type * as z from "zod";
import { ensureStoredPicture } from "#src/features/pages/media/media.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { checkUrl, type UrlRefusal } from "#src/lib/url.ts";
import type { Ctx } from "#src/platform/context.ts";
import { LINK_ERRORS, type linkFieldsSchema } from "./contract.ts";
import { DESCRIPTION_CHARS_MAX, isEmojiOrName, TITLE_CHARS_MAX } from "./rules.ts";
import type { LinkRow } from "./store.ts";

type Fields = Pick<LinkRow, "title" | "url" | "description" | "icon" | "show_icon" | "is_visible">;
type FieldsInput = Partial<z.output<typeof linkFieldsSchema>>;

const URL_REFUSALS = {
  empty: "URL_REQUIRED",
  too_long: "URL_TOO_LONG",
  not_a_url: "URL_INVALID",
  dangerous: "URL_DANGEROUS",
} as const satisfies Record<UrlRefusal, keyof typeof LINK_ERRORS>;

/** Converts a link's changes from its form to their stored form. Absent fields stay absent. */
export function parseChanges(input: FieldsInput): Partial<Fields> {
  const changes = parseAppearance(input);
  if (input.title !== undefined) changes.title = parseTitle(input.title);
  if (input.url !== undefined) changes.url = parseUrl(input.url, "url");
  return changes;
}

/** Converts a link's optional fields. The icon has already been through `storeIcon`. */
export function parseAppearance(input: FieldsInput): Partial<Fields> {
  const looks: Partial<Fields> = {};
  if (input.description !== undefined) looks.description = cleanDescription(input.description);
  if (input.icon !== undefined) looks.icon = input.icon;
  if (input.show_icon !== undefined) looks.show_icon = input.show_icon;
  if (input.is_visible !== undefined) looks.is_visible = input.is_visible;
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
  field: "url" | "link_a" | "link_b" | "geo_blocked_fallback_url",
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
  if (kept.ok) return { ...input, icon: kept.url };
  const data = { field: "icon" };
  if (kept.reason === "not_copied") {
    throw failure(LINK_ERRORS, "PICTURE_NOT_COPIED", { message: kept.message, data });
  }
  throw failure(LINK_ERRORS, kept.reason === "dangerous" ? "URL_DANGEROUS" : "ICON_INVALID", { data });
}
