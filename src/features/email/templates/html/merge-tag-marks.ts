/* Merge tags in HTML: they stay as they were typed, and are encoded where they are part of a URL. */

/** Private characters that stand in for merge tags while HTML is parsed. */
export const MARK = "\ue000";
export const MARKED = /\ue000(\d+)\ue001/g;
/** Stands in for a value that's filled in later. */
export const markOf = (index: number) => `${MARK}${index}\ue001`;

/** Fills in values for their marks. Where one is undefined, its mark stays. */
export function fillMarks(html: string, values: readonly (string | undefined)[]): string {
  return html.replace(MARKED, (mark, index: string) =>
    Number(index) < values.length ? (values[Number(index)] ?? mark) : "",
  );
}

/** True if a value affects a style. */
export const hasMarkedStyle = (html: string) => /\sstyle="[^"]*\ue000/.test(html);

/** A `<` that starts a tag isn't part of a merge tag. */
export const MERGE_TAG = /\{\{(?:(?!\{[{%])[^<]|<(?=[\s=]))*?\}\}|\{%(?:(?!\{[{%])[^<]|<(?=[\s=]))*?%\}/g;

const ENTITIES: Record<string, string> = {
  "&quot;": '"',
  "&#34;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&amp;": "&",
};

/** Reverts the changes of editors and phones to quotation marks and spaces. */
function asTyped(tag: string): string {
  return tag
    .replace(/^\{\{-?(?:%20){1,9}|(?:%20){1,9}-?\}\}$/g, (end) => end.replaceAll("%20", " "))
    .replace(/&(?:quot|#34|#39|apos|lt|gt|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[“”]/g, '"')
    .replaceAll("\u00a0", " ");
}

/** Applies a function to HTML that would damage merge tags, and then another one to their positions. */
export function aroundMergeTags(
  html: string,
  work: (html: string, tags: readonly string[]) => string,
  place?: (html: string, tags: string[]) => void,
): string {
  const kept: string[] = [];
  const marked = html.replace(/[\ue000\ue001]/g, "").replace(MERGE_TAG, (tag) => {
    kept.push(asTyped(tag));
    return `${MARK}${kept.length - 1}\ue001`;
  });
  const worked = work(marked, kept);
  place?.(worked, kept);
  return worked.replace(MARKED, (_, index: string) => kept[Number(index)] ?? "");
}

/** The filter that encodes a value as a part of a URL. */
export const URL_PART_FILTER = "url_part";
const URL_WITH_MARK = /\s(?:href|src|background)="([^"]*)"/g;
const HAS_FILTER = /\|\s*(?:url_part|url_encode)\b/;

/** Adds encoding filters to the merge tags in a URL. */
export function encodeTagsInUrl(url: string): string {
  const [start, end] = [' href="', '"'];
  return aroundMergeTags(start + url + end, (marked) => marked, encodedInUrls).slice(
    start.length,
    -end.length,
  );
}

/** Values inside a URL are encoded. A merge tag at its start stands for the URL, or its origin. */
export function encodedInUrls(html: string, tags: string[]): void {
  for (const [, url = ""] of html.matchAll(URL_WITH_MARK))
    for (const { 1: index, index: at } of url.matchAll(MARKED)) {
      const tag = tags[Number(index)] ?? "";
      if (at === 0 || !tag.startsWith("{{") || HAS_FILTER.test(tag)) continue;
      // A condition may come first.
      if (url.slice(0, at).replace(MARKED, "").trim() === "") continue;
      const end = tag.endsWith("-}}") ? "-}}" : "}}";
      tags[Number(index)] = `${tag.slice(0, -end.length).trimEnd()} | ${URL_PART_FILTER} ${end}`;
    }
}

// regex-ignore: takes at most 300 characters from each start
const ENCODED_TAG = /%7B%7B((?:[\w.|:,'-]|%(?!7D)[0-9A-F]{2}){1,300})%7D%7D/gi;
/** Editors put it in front of any URL without a scheme, and these tags stand for whole URLs. */
const URL_TAG_SCHEME =
  /(\shref=["']?)https?:\/\/(?=\{\{-?\s{0,9}(?:unsubscribe|preferences|view_in_browser)_url\b)/gi;

/** The filter that puts `https://` in front of a whole URL unless it has a scheme. */
export const WEB_URL_FILTER = "web_url";
/** A field may have its own scheme, and slashes. */
// regex-ignore: takes at most 300 characters from each start
const SCHEME_AND_TAG = /(\shref=(["']))https?:\/\/(\{\{-?[^{}<>]{1,300}?)\s{0,9}(-?\}\})(?=\/?\2)/gi;

/** Reverts editors' encoding of merge tags in URLs: `https://x.example/?n=%7B%7Bcontact.name%7D%7D`. */
export function withTagsInUrls(html: string): string {
  if (!/%7B%7B|\{\{/i.test(html)) return html;
  return html
    .replace(ENCODED_TAG, decodedTag)
    .replace(URL_TAG_SCHEME, "$1")
    .replace(SCHEME_AND_TAG, `$1$3 | ${WEB_URL_FILTER} $4`);
}

function decodedTag(whole: string, inner: string): string {
  try {
    const said = decodeURIComponent(inner);
    return /^\s*[a-z]/i.test(said) ? `{{${escaped(said)}}}` : whole;
  } catch {
    return whole;
  }
}

/** Escapes text as HTML, with its merge tags. Also works for attributes in double quotes. */
export function escaped(text: string): string {
  return aroundMergeTags(text, (marked) =>
    marked.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;"),
  );
}
