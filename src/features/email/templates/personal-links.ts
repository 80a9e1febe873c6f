/*
 * Links whose end differs from person to person. They count as one link, because they all lead to the same
 * host: a contact's data can't change the host.
 */
import type { MergeContact } from "#src/features/audience/contacts/rules.ts";
import { ContentError, fieldsOf, type Parsed, parsePart, renderPart, unknownNames } from "./liquid.ts";
import { encodeTagsInUrl, URL_PART_FILTER } from "./sanitize.ts";

/** Scheme and host, before any merge tag. */
const FIXED = /^https?:\/\/[^/?#{}\s]+[/?#]/i;
const FILTER = ` | ${URL_PART_FILTER}`;

/**
 * Returns such a link in its stored form. Undefined for one that leads to different hosts, or uses more than
 * the contact.
 */
export function personalLink(url: string): string | undefined {
  const shown = url.replaceAll(FILTER, "");
  return FIXED.test(shown) && parse(shown) ? shown : undefined;
}

export const isPersonal = (url: string) => url.includes("{{") || url.includes("{%");

/** Returns the URL for a contact. Undefined if it can't be rendered. */
export function fillLink(url: string, contact: MergeContact): string | undefined {
  const parsed = parse(url);
  const start = FIXED.exec(url)?.[0];
  if (!parsed || start === undefined) return undefined;
  const none = Object.fromEntries(fieldsOf(parsed).map((field) => [field, null]));
  const filled = orUndefined(() =>
    renderPart(parsed, { contact: { ...contact, fields: { ...none, ...contact.fields } } }),
  );
  const made = URL.parse(filled ?? "");
  return made !== null && made.origin === URL.parse(start)?.origin ? made.href : undefined;
}

function parse(url: string): Parsed | undefined {
  const parsed = orUndefined(() => parsePart("subject", encodeTagsInUrl(url)));
  const isKnown =
    parsed?.names.every(({ path }) => path[0] === "contact") && unknownNames(parsed).length === 0;
  return isKnown ? parsed : undefined;
}

function orUndefined<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ContentError) return undefined;
    throw error;
  }
}
