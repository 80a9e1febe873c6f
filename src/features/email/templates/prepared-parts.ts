/* An e-mail's four parts ready for parsing: sanitized, complete, and with a plain text. */
import { toText } from "./plain-text.ts";
import type { Content } from "./rules.ts";
import { aroundMergeTags, cleanHtml, escaped } from "./sanitize.ts";

const preparedBefore = new WeakMap<Content, Content>();

export function cacheParts(content: Content, parts: Content): void {
  preparedBefore.set(content, parts);
}

/** Cached, because a check needs them several times. */
export function prepare(content: Content): Content {
  const known = preparedBefore.get(content);
  if (known) return known;
  const html = cleanHtml(content.html);
  const made = {
    subject: typed(content.subject),
    preheader: typed(content.preheader),
    html: whole(html, content.preheader),
    text: content.text.trim() === "" ? toText(html) : typed(content.text),
  };
  preparedBefore.set(content, made);
  return made;
}

const typed = (text: string) => aroundMergeTags(text, (marked) => marked);

const HIDDEN = "display:none;max-height:0;overflow:hidden;mso-hide:all";

/** Inboxes would fill the line up with the first words of the e-mail, so invisible characters do. */
const FILLER = "&#847;&zwnj;&nbsp;".repeat(120);

/** Returns a whole document with the preview text as its first line. */
function whole(html: string, preheader: string): string {
  const first = preheader.trim() === "" ? "" : `<div style="${HIDDEN}">${escaped(preheader)}${FILLER}</div>`;
  if (/<body\b[^<>]*>/i.test(html))
    return `<!doctype html>${html.replace(/<body\b[^<>]*>/i, (body) => `${body}${first}`)}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body>${first}${html}</body></html>`;
}
