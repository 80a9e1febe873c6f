import type * as z from "zod";
import { keepPicture } from "#src/features/media/media.ts";
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

/** What people changed in a link's form, as it is kept; what is left out stays out. */
export function readChanges(input: FieldsInput): Partial<Fields> {
  const changes = readLooks(input);
  if (input.title !== undefined) changes.title = readTitle(input.title);
  if (input.url !== undefined) changes.url = readUrl(input.url, "url");
  return changes;
}

/** The fields that a link can do without; its icon has been through `keepIcon`. */
export function readLooks(input: FieldsInput): Partial<Fields> {
  const looks: Partial<Fields> = {};
  if (input.description !== undefined) looks.description = readDescription(input.description);
  if (input.icon !== undefined) looks.icon = input.icon;
  if (input.show_icon !== undefined) looks.show_icon = input.show_icon;
  if (input.is_visible !== undefined) looks.is_visible = input.is_visible;
  return looks;
}

export function readTitle(raw: string): string {
  const title = cleanText(raw.replace(/\s+/g, " "), TITLE_CHARS_MAX);
  if (isBlank(title)) throw failure(LINK_ERRORS, "TITLE_REQUIRED");
  return title;
}

/** The address as it is kept; a refusal names the field that it is about. */
export function readUrl(
  raw: string,
  field: "url" | "link_a" | "link_b" | "geo_blocked_fallback_url",
): string {
  const checked = checkUrl(raw);
  if (!checked.ok) throw failure(LINK_ERRORS, URL_REFUSALS[checked.reason], { data: { field } });
  return checked.url;
}

function readDescription(raw: string | null): string | null {
  const description = cleanText(raw ?? "", DESCRIPTION_CHARS_MAX);
  return isBlank(description) ? null : description;
}

/**
 * What a form says of an icon, as it is kept. A picture given by URL is fetched, hence before the transaction; the one
 * that is stored is left alone, so that a host that is gone does not stand in the way of other changes. `findStored`
 * refuses whoever may not change this link.
 */
export async function keepIcon<Input extends FieldsInput>(
  ctx: Ctx,
  input: Input,
  findStored: () => Promise<string | null>,
): Promise<Input> {
  if (input.icon === undefined) return input;
  const icon = input.icon?.trim() ?? "";
  if (isBlank(icon)) return { ...input, icon: null };
  if (isEmojiOrName(icon) || icon === (await findStored())) return { ...input, icon };
  const kept = await keepPicture(ctx, icon, { purpose: "icon", account: ctx.account });
  if (kept.ok) return { ...input, icon: kept.url };
  const data = { field: "icon" };
  if (kept.reason === "not_copied") {
    throw failure(LINK_ERRORS, "PICTURE_NOT_COPIED", { message: kept.message, data });
  }
  throw failure(LINK_ERRORS, kept.reason === "dangerous" ? "URL_DANGEROUS" : "ICON_INVALID", { data });
}
