/*
 * Takes out of a text what may tell of people, hosts or places. Names can't be recognized, so it's the other way round:
 * only words stay that our own sentences and PostgreSQL's use.
 */

/** What's in quotes is somebody's. */
const QUOTED: readonly RegExp[] = [/"[^"]{0,300}"/g, /“[^“”]{0,300}”/g, /'[^']{0,300}'/g];
/** Addresses, URLs, paths, hosts and times have one of these inside. */
const INSIDE = /[@/\\=]|[:.]\w/;

/** What others' errors say that ours don't. */
const OTHERS_WORDS =
  `postgresql node js fanfare gb kb mb ms url tls s3 utc dns smtp stripe google duplicate key value violates unique foreign
  constraint check null deadlock detected canceling statement due to lock timeout connection terminated unexpectedly refused
  reset closed syntax error relation column table function does not exist permission denied out of memory disk full space
  left on device invalid input type json jsonb integer uuid too long serialize access concurrent update snapshot aborted
  abort aborted transaction socket hang up certificate expired self signed heartbeat undefined properties reading cannot read
  sqlstate server client protocol unexpected token exit code thread worker stack overflow range typeerror referenceerror`.split(
    /\s+/,
  );

export type Redact = (text: string) => string;

const CHARS_MAX = 300;
const WORD = /[\p{L}\p{N}_’'-]+/gu;

/** `sentences` are our own, in English. */
export function redactor(sentences: readonly string[]): Redact {
  const known = new Set(OTHERS_WORDS);
  for (const sentence of sentences)
    for (const [word] of sentence.matchAll(WORD))
      if (!/\p{Lu}/u.test(word.slice(1))) known.add(word.toLowerCase().replaceAll("’", "'"));
  const isKnown = (word: string) =>
    known.has(word.toLowerCase().replaceAll("’", "'")) ||
    /^\d{1,4}$/.test(word) ||
    /^E[A-Z]{4,}$/.test(word) ||
    /^[A-Z\d]+_[A-Z\d_]+$/.test(word);
  return (text) => {
    const unquoted = QUOTED.reduce((left, quoted) => left.replace(quoted, "…"), text.slice(0, 4 * CHARS_MAX));
    const words = unquoted.split(/\s/).map((word) => (INSIDE.test(word) ? "…" : word));
    return words
      .join(" ")
      .replace(WORD, (word) => (isKnown(word) ? word : "…"))
      .slice(0, CHARS_MAX);
  };
}

const FRAME = /^[\w-]{1,60}\.(?:ts|tsx|js|mjs):\d{1,6}:\d{1,6}$/;
const FRAMES_MAX = 8;

/** Where in the code an error came from: files and lines of its stack, without folders. */
function framesOf(stack: string): string[] {
  const places = stack.split("\n").map((line) => line.slice(line.lastIndexOf("/") + 1).replace(")", ""));
  return places.filter((place) => FRAME.test(place)).slice(0, FRAMES_MAX);
}

export interface LogLine {
  level: number;
  time: number;
  what: string;
  error?: { type: string; code: string; at: string[] };
}

/** Messages of ours are the same for everyone; all else in a line may quote someone. */
export function redactedLine(line: string, redact: Redact): LogLine | undefined {
  try {
    const { level = 0, time = 0, msg = "", err } = JSON.parse(line);
    const what = redact(String(msg));
    if (typeof err !== "object" || err === null) return { level: Number(level), time: Number(time), what };
    const { type = "", code = "", stack = "" } = err;
    const error = {
      type: redact(String(type)),
      code: redact(String(code ?? "")),
      at: framesOf(String(stack)),
    };
    return { level: Number(level), time: Number(time), what, error };
  } catch {
    return undefined;
  }
}
