export interface Token {
  /** `end` stands behind the last one. */
  kind: "word" | "string" | "symbol" | "end";
  /** A string's content, or the word or symbol itself. */
  text: string;
  /** Its place in the text form, in UTF-16 units. */
  at: number;
  length: number;
  /** A string without a closing quote. */
  isOpen?: boolean;
}

const SPACES = /\s+/y;
/** One token: a quoted string, a symbol, or a word. Phones type curly quotes. */
const TOKEN = /("(?:[^"\\]|\\.)*"?)|([“”„][^“”]*[“”]?)|(!=|<>|>=|<=|[=<>≥≤≠(),])|([^\s"“”„=<>≥≤≠!(),]+|!)/suy;
const SYMBOLS: Readonly<Record<string, string>> = { "≥": ">=", "≤": "<=", "≠": "!=", "<>": "!=" };

/** Splits a condition's text form into tokens. It always succeeds: what's wrong with them is for the parser to say. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (let at = endOf(SPACES, source, 0); at < source.length; at = endOf(SPACES, source, TOKEN.lastIndex)) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (!match) break;
    const [whole, quoted, curly, symbol, word = ""] = match;
    const place = { at, length: whole.length };
    if (quoted !== undefined) tokens.push({ kind: "string", ...readString(quoted), ...place });
    else if (curly !== undefined) {
      const isOpen = curly.length < 2 || !/[“”]$/.test(curly);
      tokens.push({
        kind: "string",
        text: curly.slice(1, isOpen ? undefined : -1),
        ...(isOpen && { isOpen }),
        ...place,
      });
    } else if (symbol !== undefined)
      tokens.push({ kind: "symbol", text: SYMBOLS[symbol] ?? symbol, ...place });
    else tokens.push({ kind: "word", text: word, ...place });
  }
  tokens.push({ kind: "end", text: "", at: source.length, length: 0 });
  return tokens;
}

/** Where what the pattern matches at a place ends, or the place itself. */
function endOf(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

function readString(quoted: string): Pick<Token, "text" | "isOpen"> {
  try {
    return { text: JSON.parse(quoted) };
  } catch {
    const isOpen = quoted.length < 2 || !/(?:^|[^\\])(?:\\\\)*"$/s.test(quoted.slice(1));
    const inner = quoted.slice(1, isOpen ? undefined : -1);
    return { text: inner.replace(/\\(["\\])/g, "$1"), ...(isOpen && { isOpen }) };
  }
}
