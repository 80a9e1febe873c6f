/* Renders an e-mail with errors as far as possible: invalid parts stay as they were written, and are
   marked. */

import { aroundMergeTags, MERGE_TAG } from "../html/html.ts";
import { parsePart, unknownNames } from "../merge-tags/merge-tags.ts";
import type { Content, Part } from "../rules.ts";
import { type Recipient, renderUnchecked } from "./content.ts";

/** Private characters around the number of an unrendered part. */
const MARKED = /\ue004(\d+)\ue005/g;
const MARKS = /[\ue004\ue005]/g;
const markOf = (index: number) => `\ue004${index}\ue005`;

type Hide = (source: string, isWrong: (tag: string) => boolean) => string;

/** Throws `ContentError` only if nothing can be shown at all. */
export function renderLeniently(content: Content, recipient: Recipient): Content {
  const kept: string[] = [];
  const hide: Hide = (source, isWrong) =>
    source.replace(MERGE_TAG, (tag) => (isWrong(tag) ? markOf(kept.push(tag) - 1) : tag));
  const part = (name: Part) => parseable(name, content[name].replace(MARKS, ""), hide);
  const rendered = renderUnchecked(
    { subject: part("subject"), preheader: part("preheader"), html: part("html"), text: part("text") },
    recipient,
  );
  const shown = (text: string) => text.replace(MARKED, (_, index: string) => kept[Number(index)] ?? "");
  return {
    subject: shown(rendered.subject),
    preheader: shown(rendered.preheader),
    html: inHtml(rendered.html, kept),
    text: shown(rendered.text),
  };
}

/** Hides as little as necessary: first unknown tags, then all conditions and loops, then every tag. */
function parseable(part: Part, source: string, hide: Hide): string {
  const isBroken = (tag: string) => tag.startsWith("{{") && parse(part, tag) === undefined;
  const attempts = [
    () => source,
    () => withoutOpenTags(source),
    () => withoutOpenTags(hide(source, isBroken)),
    () => withoutOpenTags(hide(source, (tag) => tag.startsWith("{%") || isBroken(tag))),
  ];
  for (const attempt of attempts) {
    const tried = attempt();
    const unknown = parse(part, tried);
    if (unknown === undefined) continue;
    if (unknown.length === 0) return tried;
    return hide(tried, (tag) => tag.startsWith("{{") && unknown.some((name) => tag.includes(name)));
  }
  return withoutOpenTags(hide(source, () => true));
}

const withoutOpenTags = (source: string) =>
  aroundMergeTags(source, (marked) => marked.replace(/\{(?=[{%])/g, "{\u200b"));

const typed = (source: string) => aroundMergeTags(source, (marked) => marked);

/** Returns the unknown names. Undefined if it can't be parsed. */
function parse(part: Part, source: string): string[] | undefined {
  try {
    return unknownNames(parsePart(part, typed(source))).map(({ name }) => name.join("."));
  } catch {
    return undefined;
  }
}

const TAG_OR_MARK = /<[^<>]*>|\ue004\d+\ue005/g;

function inHtml(html: string, kept: readonly string[]): string {
  const asText = (index: string) =>
    (kept[Number(index)] ?? "").replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return html.replace(TAG_OR_MARK, (found) =>
    found.startsWith("<")
      ? found.replace(MARKED, (_, index: string) => asText(index))
      : found.replace(MARKED, (_, index: string) => `<mark>${asText(index)}</mark>`),
  );
}
