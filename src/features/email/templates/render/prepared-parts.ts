/* An e-mail's four parts ready for parsing: sanitized, complete, and with a plain text. */
import { convert } from "html-to-text";
import { COUNTDOWN_PATH, EMAIL_ICONS_PATH } from "#src/lib/paths.ts";
import { aroundMergeTags, cleanHtml, escaped } from "../html/html.ts";
import type { Content } from "../rules.ts";

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

/** Converts HTML to plain text, merge tags included. */
export function toText(html: string): string {
  return aroundMergeTags(html, (marked) =>
    convert(marked, {
      wordwrap: false,
      formatters: { alt: ({ attribs }, _, builder) => builder.addInline(attribs.alt ?? "") },
      selectors: [
        { selector: "a", options: { hideLinkHrefIfSameAsText: true, linkBrackets: ["(", ")"] } },
        { selector: "img", format: "skip" },
        // A countdown's end, or the name of a platform's mark.
        ...[COUNTDOWN_PATH, EMAIL_ICONS_PATH].map((path) => ({
          selector: `img[src*="${path}"]`,
          format: "alt",
        })),
        ...["h1", "h2", "h3", "h4"].map((selector) => ({ selector, options: { uppercase: false } })),
      ],
    }),
  );
}
