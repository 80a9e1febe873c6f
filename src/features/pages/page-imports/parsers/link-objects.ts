import type { FoundItem } from "./found-page.ts";
import { isRecord, type Json, textOf, valuesIn } from "./json-values.ts";

const URL_NAMES = [
  "url",
  "href",
  "link",
  "linkValue",
  "destination",
  "destinationUrl",
  "destination_url",
  "target_url",
  "long_url",
  "longUrl",
  "original_url",
  "originalURL",
  "primary_button_url",
];
const TITLE_NAMES = [
  "title",
  "name",
  "label",
  "faceValue",
  "text",
  "heading",
  "primary_button_text",
  "caption",
  "displayName",
];
const PICTURE_NAMES = [
  "thumbnail",
  "thumbnailUrl",
  "thumbnail_url",
  "image",
  "imageUrl",
  "image_url",
  "linkImage",
  "picture",
];
const DETAIL_NAMES = ["description", "subtitle", "sub_title", "excerpt"];
/** Where services put the part of a link that matters. */
const INSIDE = ["data", "attributes", "node", "content", "overrides", "params"];
const WEB = /^(?:https?:\/\/|\/\/|mailto:|tel:|sms:)\S+$/i;
/** Without a scheme, a host has to have a path or look like one. */
const BARE = /^(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,12}(?:[/?#]\S*)?$/i;

/** Returns a link that an object describes, under any of the names that services give its parts. */
export function linkIn(value: Json): FoundItem | undefined {
  const parts = [value, ...INSIDE.map((name) => value[name]).filter(isRecord)];
  parts.push(...parts.slice(1).flatMap((part) => INSIDE.map((name) => part[name]).filter(isRecord)));
  const pick = (names: readonly string[]) => {
    for (const part of parts) {
      const text = textOf(part, ...names);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  const url = pick(URL_NAMES)?.trim();
  if (url === undefined || !(WEB.test(url) || BARE.test(url))) return undefined;
  const title = pick(TITLE_NAMES);
  return {
    url,
    title,
    description: pick(DETAIL_NAMES),
    picture: pick(PICTURE_NAMES),
    isHidden: [value.visible, value.isActive, value.active, value.enabled].includes(false) || undefined,
  };
}

/** Returns the links of the list with the most of them, wherever in the data it is. */
export function richestLinks(root: unknown, least: number): FoundItem[] {
  let best: FoundItem[] = [];
  for (const value of valuesIn(root)) {
    if (!Array.isArray(value) || value.length <= best.length) continue;
    const links = value.filter(isRecord).flatMap((one) => linkIn(one) ?? []);
    const titled = links.filter(({ title }) => title !== undefined);
    if (titled.length > best.length && titled.length * 2 >= value.length) best = links;
  }
  return best.length >= least ? best : [];
}
