/* The plain text that goes along with an e-mail, made of its HTML. */
import { convert } from "html-to-text";
import { COUNTDOWN_PATH, EMAIL_ICONS_PATH } from "#src/lib/paths.ts";
import { aroundMergeTags } from "./sanitize.ts";

/** The plain text that goes along with HTML, merge tags included. */
export function toText(html: string): string {
  return aroundMergeTags(html, (marked) =>
    convert(marked, {
      wordwrap: false,
      formatters: { alt: ({ attribs }, _, builder) => builder.addInline(attribs.alt ?? "") },
      selectors: [
        { selector: "a", options: { hideLinkHrefIfSameAsText: true, linkBrackets: ["(", ")"] } },
        { selector: "img", format: "skip" },
        // Of a countdown, its end; of a platform’s mark, its name.
        ...[COUNTDOWN_PATH, EMAIL_ICONS_PATH].map((path) => ({
          selector: `img[src*="${path}"]`,
          format: "alt",
        })),
        ...["h1", "h2", "h3", "h4"].map((selector) => ({ selector, options: { uppercase: false } })),
      ],
    }),
  );
}
