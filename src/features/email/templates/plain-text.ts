/* The plain text of an e-mail, generated from its HTML. */
import { convert } from "html-to-text";
import { COUNTDOWN_PATH, EMAIL_ICONS_PATH } from "#src/lib/paths.ts";
import { aroundMergeTags } from "./sanitize.ts";

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
