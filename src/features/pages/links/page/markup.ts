/* The markup of text blocks: `**bold**` and `[words](address)`. Everything else is text. */

export type MarkupPart =
  | { text: string; isBold?: boolean }
  /** `url` is as written; whoever shows it checks it. */
  | { text: string; url: string };

/** No part crosses a line, so that a forgotten bracket changes only its own line. */
const PART = /\*\*([^*\n]+)\*\*|\[([^[\]\n]+)\]\(([^()[\]\s]+)\)/g;

/** Splits a text into paragraphs, and each into parts. */
export function parseMarkup(text: string): MarkupPart[][] {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map(parseParagraph);
}

function parseParagraph(paragraph: string): MarkupPart[] {
  const parts: MarkupPart[] = [];
  let from = 0;
  for (const match of paragraph.matchAll(PART)) {
    if (match.index > from) parts.push({ text: paragraph.slice(from, match.index) });
    const [whole, bold, words = "", url = ""] = match;
    parts.push(bold === undefined ? { text: words, url } : { text: bold, isBold: true });
    from = match.index + whole.length;
  }
  if (from < paragraph.length) parts.push({ text: paragraph.slice(from) });
  return parts;
}

/** Returns the words of a text without its markup, on one line. */
export function plainWords(text: string): string {
  return parseMarkup(text)
    .map((parts) => parts.map((part) => part.text).join(""))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}
