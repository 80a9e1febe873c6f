/* Markdown’s parser takes time quadratic in a text's length, and overflows the stack in deep lists and emphasis. */
import { Lexer, type Token } from "marked";

/** Longer paragraphs are parsed piece by piece. */
const PIECE = /[\s\S]{1,2500}(?=\s|$)|[\s\S]{1,2500}/g;
/**
 * Possible starts of markup. A piece with more of them than anyone writes is treated as text, because each is
 * compared with all others.
 */
const SIGNS = /[_*~`[<!]/g;
const SIGNS_MAX = 400;
/** Deeper lists and quotes are treated as text. */
const LEVELS_MAX = 20;
/** After more lines in a row than anyone writes, a new paragraph starts, because lists compare each line with all that follow. */
const LINES_MAX = 1000;

/** For Markdown that people write. */
export class BoundedLexer extends Lexer {
  #level = 0;

  override lex(src: string) {
    let lines = 0;
    const bounded = src.split("\n").map((line) => {
      lines = line.trim() === "" ? 0 : lines + 1;
      return lines > 0 && lines % LINES_MAX === 0 ? `${line}\n` : line;
    });
    return super.lex(bounded.join("\n"));
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    for (const [piece] of src.matchAll(PIECE)) {
      if ((piece.match(SIGNS)?.length ?? 0) <= SIGNS_MAX) super.inlineTokens(piece, tokens);
      else tokens.push({ type: "text", raw: piece, text: piece, escaped: false });
    }
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
