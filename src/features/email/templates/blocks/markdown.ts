import { Parser } from "marked";
import { BoundedLexer } from "#src/lib/markdown-lexer.ts";
import { markOf } from "../html/html.ts";

/** The URL-encoded form of the marks around merge tags. */
const ENCODED_MARK = /%EE%80%80(\d+)%EE%80%81/g;

/** Markdown as HTML. */
export function markdownToHtml(source: string): string {
  const html = Parser.parse(new BoundedLexer({ gfm: true }).lex(source));
  return html.replace(ENCODED_MARK, (_, index: string) => markOf(Number(index)));
}
