/* Takes out of a text what may tell of people, hosts or places. What's left over tells what went wrong. */

const RULES: readonly [RegExp, string][] = [
  [/[“"][^”"]*[”"]/g, "“…”"],
  [/'[^']*'/g, "'…'"],
  [/\b[a-z][a-z0-9+.-]{1,15}:\/\/\S+/gi, "URL"],
  [/\S*@\S+/g, "ADDRESS"],
  [/(?:[A-Za-z]:)?(?:[\\/][^\s\\/:,;()]+){2,}/g, "PATH"],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "IP"],
  [/(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi, "IP"],
  [/\b[\w-]+(?:\.[\w-]+)+\b/g, "NAME"],
  [/[+(]?\d[\d ()-]{5,}\d/g, "NUMBER"],
  [/\b\w{20,}\b/g, "ID"],
  [/\b[0-9a-f]{8}-[0-9a-f-]{20,}\b/gi, "ID"],
  // Names of people and pages begin with a capital, wherever they stand.
  [/(?<=[^.!?…]\s)\p{Lu}[\p{L}’'-]*/gu, "…"],
  [/[^\p{ASCII}…“”’–✓✗]+/gu, "…"],
];

const CHARS_MAX = 300;

export function redact(text: string): string {
  return RULES.reduce(
    (left, [pattern, instead]) => left.replace(pattern, instead),
    text.slice(0, 4 * CHARS_MAX),
  ).slice(0, CHARS_MAX);
}

/** Where in the code an error came from: the lines of a stack without its message, and without folders. */
function framesOf(stack: string): string[] {
  return stack
    .split("\n")
    .flatMap(
      (line) =>
        /^\s+at (?:async )?([\w.<>#$ ]{1,80}) \(.*?([\w.-]+:\d+:\d+)\)$/.exec(line)?.slice(1).join(" ") ?? [],
    )
    .slice(0, 8);
}

export interface LogLine {
  level: number;
  time: number;
  what: string;
  error?: { type: string; code: string; at: string[] };
}

/** Messages of ours are the same for everyone; all else in a line may quote someone. */
export function redactedLine(line: string): LogLine | undefined {
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
