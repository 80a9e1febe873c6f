import { addSeconds } from "#src/lib/time.ts";

/** A link's fields with addresses that are looked at. */
export const CHECKED_FIELDS = ["url", "link_a", "link_b"] as const;

export type CheckState = "ok" | "failing" | "dead";

/** What asking an address found. `unknown` is an answer that says nothing of what people get. */
export type Outcome =
  | { kind: "ok" }
  | { kind: "unknown"; retry_after_s?: number | undefined }
  | { kind: "failed"; reason: string };

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** Two failures this far apart make a link dead. */
const SECOND_LOOK_S = HOUR_S;
const WAIT_S_MAX = 7 * DAY_S;
/** Links that were checked together don't stay together, so that nobody gets all of them at once. */
const SPREAD_S = 2 * HOUR_S;

export interface CheckVerdict {
  state: CheckState;
  /** Why it doesn't work, in words. */
  reason: string | null;
  failed_at: string | null;
  next_check_at: string;
}

interface Before {
  state: CheckState;
  reason: string | null;
  failed_at: string | null;
}

/** Decides what a check makes of a link. `roll` is from 0 to 1 and spreads the next ones. */
export function verdictOf(
  before: Before,
  outcome: Outcome,
  { now, roll }: { now: Date; roll: number },
): CheckVerdict {
  const tomorrow = addSeconds(now, Math.round(DAY_S - roll * SPREAD_S));
  if (outcome.kind === "ok") return { state: "ok", reason: null, failed_at: null, next_check_at: tomorrow };
  const { state, reason, failed_at } = before;
  if (outcome.kind === "unknown") {
    const wait = Math.min(WAIT_S_MAX, Math.max(HOUR_S, outcome.retry_after_s ?? 0));
    const next_check_at = outcome.retry_after_s === undefined ? tomorrow : addSeconds(now, wait);
    return { state, reason, failed_at, next_check_at };
  }
  const since = failed_at ?? now.toISOString();
  const second = addSeconds(new Date(since), SECOND_LOOK_S);
  const isDead = state === "dead" || (failed_at !== null && second <= now.toISOString());
  return {
    state: isDead ? "dead" : "failing",
    reason: outcome.reason,
    failed_at: since,
    next_check_at: isDead ? tomorrow : second,
  };
}

/** Services answer programs with these, whatever people get. */
const REFUSALS = new Set([
  400, 401, 402, 403, 405, 406, 407, 408, 409, 418, 421, 423, 425, 426, 429, 431, 444, 451, 999,
]);

/** Returns what a status says, or undefined if asking otherwise may say more. */
export function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { kind: "ok" };
  if (status === 429 || status === 503) return { kind: "unknown", retry_after_s: secondsOf(retryAfter) };
  if (status >= 300 && status < 400) return { kind: "failed", reason: REASONS.loop };
  if (REFUSALS.has(status) || status >= 520 || status < 200) return { kind: "unknown" };
  return { kind: "failed", reason: `Answers ${status}` };
}

/** Only seconds: few servers send a date. */
function secondsOf(retryAfter: string | undefined): number {
  return /^\d{1,9}$/.test(retryAfter ?? "") ? Number(retryAfter) : HOUR_S;
}

export const REASONS = {
  loop: "Redirects without end",
  unknown_name: "Name not found",
  refused: "No server answers there",
  slow: "Takes too long to answer",
  certificate: "Certificate isn’t valid",
  broken: "Connection breaks off",
} as const;

/** Codes of Node and OpenSSL. */
export function reasonOf(code: string | undefined): string {
  if (code === "ENOTFOUND" || code === "ENODATA") return REASONS.unknown_name;
  if (code === "ECONNREFUSED" || code === "EHOSTUNREACH" || code === "ENETUNREACH") return REASONS.refused;
  if (code === "ETIMEDOUT") return REASONS.slow;
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code ?? "");
  return isCertificate ? REASONS.certificate : REASONS.broken;
}

const DAY_MS = DAY_S * 1000;

/** Says when a certificate ended, in words. */
export function certificateReason(ended: Date, now: Date): string {
  const days = Math.floor((now.getTime() - ended.getTime()) / DAY_MS);
  if (days <= 0) return "Certificate ended today";
  return days === 1 ? "Certificate ended yesterday" : `Certificate ended ${days} days ago`;
}

/** What programs are called that look at links. */
const AGENT = "fanfare";

/** True if a site's robots.txt lets us ask for a path. The longest rule that fits decides, and of two, the one that lets us. */
export function isAllowedByRobots(text: string, path: string): boolean {
  const groups = groupsOf(text);
  const named = groups.filter(({ agents }) => agents.includes(AGENT));
  const rules = (named.length > 0 ? named : groups.filter(({ agents }) => agents.includes("*"))).flatMap(
    (group) => group.rules,
  );
  const fitting = rules.filter(({ pattern }) => pattern !== "" && fits(pattern, path));
  const longest = Math.max(0, ...fitting.map(({ pattern }) => pattern.length));
  const deciding = fitting.filter(({ pattern }) => pattern.length === longest);
  return deciding.length === 0 || deciding.some(({ isAllowed }) => isAllowed);
}

interface RobotsGroup {
  agents: string[];
  rules: { isAllowed: boolean; pattern: string }[];
}

const LINES_MAX = 5000;

function groupsOf(text: string): RobotsGroup[] {
  const groups: RobotsGroup[] = [];
  let isNaming = false;
  for (const line of text.split(/\r?\n/, LINES_MAX)) {
    const [name = "", ...rest] = (line.split("#", 1)[0] ?? "").split(":");
    const [field, value] = [name.trim().toLowerCase(), rest.join(":").trim()];
    if (field === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(value.toLowerCase().split("/", 1)[0] ?? "");
    }
    isNaming = field === "user-agent" || (isNaming && field === "");
    if (field === "allow" || field === "disallow")
      groups.at(-1)?.rules.push({ isAllowed: field === "allow", pattern: value });
  }
  return groups;
}

/** `*` is any text, and `$` the end. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  const last = parts.at(-1);
  return last === undefined ? at === path.length : path.endsWith(last) && path.length >= at;
}
