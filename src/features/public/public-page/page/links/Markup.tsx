import { type MarkupPart, parseMarkup } from "#src/features/pages/links/page/markup.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { PageLink } from "../page-view.ts";
import { directProps } from "./go-props.ts";

/** A text with its paragraphs, its bold words, and its links. */
export function Markup({ text, link }: { text: string; link: PageLink }) {
  return parseMarkup(text).map((parts, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing but their place
    <p key={at} dir="auto">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: so do their parts
        <Part key={index} part={part} link={link} />
      ))}
    </p>
  ));
}

/** A link that leads nowhere good stays as it was typed. */
function Part({ part, link }: { part: MarkupPart; link: PageLink }) {
  if (!("url" in part)) return part.isBold ? <strong>{part.text}</strong> : part.text;
  const checked = checkUrl(part.url);
  if (!checked.ok) return `[${part.text}](${part.url})`;
  return <a {...directProps(link, checked.url)}>{part.text}</a>;
}
