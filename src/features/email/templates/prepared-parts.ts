/* An e-mail's four parts as they're parsed: clean, whole, and with a plain text. */
import { toText } from "./plain-text.ts";
import type { Content } from "./rules.ts";
import { aroundMergeTags, cleanHtml, escaped } from "./sanitize.ts";

const preparedBefore = new WeakMap<Content, Content>();

/** Takes over what another thread has prepared. */
export function cacheParts(content: Content, parts: Content): void {
  preparedBefore.set(content, parts);
}

/** A check needs them several times. */
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

/** Inboxes fill the line up with the first words of the e-mail, unless something that nobody sees does. */
const FILLER = "&#847;&zwnj;&nbsp;".repeat(120);

/** A document, with what inboxes show after the subject as its first line. */
function whole(html: string, preheader: string): string {
  const first = preheader.trim() === "" ? "" : `<div style="${HIDDEN}">${escaped(preheader)}${FILLER}</div>`;
  if (/<body\b[^<>]*>/i.test(html))
    return `<!doctype html>${html.replace(/<body\b[^<>]*>/i, (body) => `${body}${first}`)}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body>${first}${html}</body></html>`;
}
