import type * as z from "zod";
import { checkPicture } from "#src/features/media/media.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { checkUrl, type UrlRefusal } from "#src/lib/url.ts";
import type { Db } from "#src/platform/db/database.ts";
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
export async function readChanges(db: Db, input: FieldsInput): Promise<Partial<Fields>> {
  const changes = await readLooks(db, input);
  if (input.title !== undefined) changes.title = readTitle(input.title);
  if (input.url !== undefined) changes.url = readUrl(input.url, "url");
  return changes;
}

/** The fields that a link can do without. */
export async function readLooks(db: Db, input: FieldsInput): Promise<Partial<Fields>> {
  const looks: Partial<Fields> = {};
  if (input.description !== undefined) looks.description = readDescription(input.description);
  if (input.icon !== undefined) looks.icon = await readIcon(db, input.icon);
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

async function readIcon(db: Db, raw: string | null): Promise<string | null> {
  const icon = raw?.trim() ?? "";
  if (isBlank(icon)) return null;
  if (isEmojiOrName(icon)) return icon;
  const picture = await checkPicture(db, icon);
  if (picture.ok) return picture.url;
  throw failure(LINK_ERRORS, picture.reason === "dangerous" ? "URL_DANGEROUS" : "ICON_INVALID");
}
