/* Markdown as HTML. The parser takes time for the square of a text's length, and runs out of stack in deep lists. */
import { Lexer, Parser, type Token } from "marked";

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

export function markdownToHtml(source: string): string {
  return Parser.parse(new BoundedLexer({ gfm: true }).lex(source));
}
