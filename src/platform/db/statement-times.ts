/** Quick statements aren't worth remembering. */
const SLOW_MS = 50;
const REMEMBERED_MAX = 200;
const TEXT_CHARS_MAX = 400;

export interface StatementTime {
  /** Without its values. */
  text: string;
  calls: number;
  totalMs: number;
  longestMs: number;
}

/** The slow statements of this process since it started, for servers that don't keep such a list themselves. */
const times = new Map<string, StatementTime>();

export function noteStatement(text: string, ms: number): void {
  if (ms < SLOW_MS) return;
  const key = plain(text);
  const known = times.get(key);
  if (known) {
    known.calls += 1;
    known.totalMs += ms;
    known.longestMs = Math.max(known.longestMs, ms);
    return;
  }
  if (times.size >= REMEMBERED_MAX) times.delete(times.keys().next().value ?? "");
  times.set(key, { text: key, calls: 1, totalMs: ms, longestMs: ms });
}

/** Those that took the most time in all come first. */
export function slowestStatements(most: number): StatementTime[] {
  return [...times.values()].sort((a, b) => b.totalMs - a.totalMs).slice(0, most);
}

/** Values that aren't parameters are in quotes. */
function plain(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, TEXT_CHARS_MAX);
}
