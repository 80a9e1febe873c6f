/* Markdown that an instance's staff wrote, as HTML. Whatever isn't Markdown is text. */
import { Marked, Parser } from "marked";
import { BoundedLexer } from "#src/lib/markdown-lexer.ts";
import { escapeMarkup } from "#src/lib/text.ts";

/** Links to web pages, to this instance's own pages, to parts of the text, and to addresses. */
const LINKABLE = /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/i;

const markdown = new Marked({
  gfm: false,
  renderer: {
    /** The page's own heading is the only one of its level. */
    heading({ tokens, depth }) {
      const level = Math.max(2, depth);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    html({ text }) {
      return escapeMarkup(text);
    },
    image({ text }) {
      return escapeMarkup(text);
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      const target = href.trim();
      return LINKABLE.test(target) ? `<a href="${escapeMarkup(target)}" rel="noopener">${words}</a>` : words;
    },
  },
});

/** Renders it. A paragraph that is only `{{ cookies }}` or `{{ storage }}` becomes that list. */
export function ownHtml(text: string, lists: Readonly<Record<"cookies" | "storage", string>>): string {
  const html = Parser.parse(new BoundedLexer(markdown.defaults).lex(text), markdown.defaults);
  return html.replace(
    /<p>\{\{ *(cookies|storage) *\}\}<\/p>/g,
    (_, name: "cookies" | "storage") => lists[name],
  );
}

/** Returns Markdown that reads as this text. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#!<>|~&]/g, "\\$&").replace(/^(\d*)([-+.)])/, "$1\\$2");
}
