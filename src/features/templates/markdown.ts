/* Markdown as HTML. The parser takes time for the square of a text's length, and runs out of stack in deep lists. */
import { Lexer, Parser, type Token } from "marked";
import { markOf } from "./sanitize.ts";

/** Of one paragraph. Longer ones are parsed piece by piece. */
const PIECE = /[\s\S]{1,2500}(?=\s|$)|[\s\S]{1,2500}/g;
/** Deeper, lists and quotes are text. */
const LEVELS_MAX = 20;

class BoundedLexer extends Lexer {
  #level = 0;

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    for (const [piece] of src.matchAll(PIECE)) super.inlineTokens(piece, tokens);
    return tokens;
  }

  override blockTokens(src: string, tokens: Token[] = [], isClipped = false) {
    if (this.#level === LEVELS_MAX) {
      tokens.push({ type: "text", raw: src, text: src, escaped: false });
      return tokens as never;
    }
    this.#level++;
    super.blockTokens(src, tokens, isClipped);
    this.#level--;
    return tokens as never;
  }
}

/** What a URL's encoding makes of the marks around merge tags. */
const ENCODED_MARK = /%EE%80%80(\d+)%EE%80%81/g;

export function markdownToHtml(source: string): string {
  const html = Parser.parse(new BoundedLexer({ gfm: true }).lex(source));
  return html.replace(ENCODED_MARK, (_, index: string) => markOf(Number(index)));
}
