/*
 * Reads a file that is one JSON array, row by row as it arrives, so that a file that unpacks to many times
 * its size is never in memory as a whole, and the process can do other work between pieces.
 */

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Thrown for anything that isn't a JSON array, and for files beyond the limits. */
export class InvalidRows extends Error {}

interface Most {
  /** The maximum length of one row's text. */
  rowBytes: number;
  /** The maximum number of values in all rows, since tiny ones take many times their size in memory. */
  values: number;
}

/** Yields the rows that each piece completes. */
export async function* jsonRows(pieces: AsyncIterable<Uint8Array>, most: Most): AsyncGenerator<unknown[]> {
  const scanner = new Scanner(most);
  for await (const piece of pieces) yield scanner.take(piece);
  scanner.end();
}

/** The position in the array: before it, between rows, inside one, or after its end. */
type Place = "before" | "first" | "row" | "behind";

class Scanner {
  readonly #most: Most;
  #place: Place = "before";
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #values = 0;
  /** The beginning of an incomplete row. */
  #begun: Uint8Array[] = [];
  #begunBytes = 0;

  constructor(most: Most) {
    this.#most = most;
  }

  take(piece: Uint8Array): unknown[] {
    const rows: unknown[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] ?? 0;
      if (this.#isText) {
        this.#stepInText(byte);
        continue;
      }
      if (this.#place === "before" || this.#place === "behind") {
        this.#stepOutside(byte);
        from = at + 1;
        continue;
      }
      if (byte === COMMA && ++this.#values > this.#most.values)
        throw new InvalidRows("It has too many values.");
      const isEnd = this.#depth === 0 && (byte === COMMA || byte === CLOSE_LIST);
      if (!isEnd) {
        this.#stepInRow(byte);
        continue;
      }
      const text = this.#complete(piece.subarray(from, at));
      if (text !== "") rows.push(parse(text));
      else if (byte === COMMA || this.#place === "row") throw new InvalidRows("A row is missing.");
      this.#place = byte === COMMA ? "row" : "behind";
      from = at + 1;
    }
    this.#begin(piece.slice(from));
    return rows;
  }

  end(): void {
    if (this.#place !== "behind") throw new InvalidRows("It has no end.");
  }

  #stepInText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isText = false;
  }

  #stepOutside(byte: number): void {
    if (BLANKS.has(byte)) return;
    if (byte !== OPEN_LIST || this.#place === "behind") throw new InvalidRows("It's no list.");
    this.#place = "first";
  }

  #stepInRow(byte: number): void {
    if (byte === QUOTE) this.#isText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth--;
  }

  #begin(rest: Uint8Array): void {
    if (this.#place === "before" || this.#place === "behind") return;
    this.#begun.push(rest);
    this.#begunBytes += rest.length;
    if (this.#begunBytes > this.#most.rowBytes) throw new InvalidRows("A row is too long.");
  }

  #complete(rest: Uint8Array): string {
    const decoder = new TextDecoder();
    const begun = this.#begun.map((piece) => decoder.decode(piece, { stream: true }));
    const text = (begun.join("") + decoder.decode(rest)).trim();
    this.#begun = [];
    this.#begunBytes = 0;
    return text;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidRows("A row can't be read.", { cause });
  }
}
