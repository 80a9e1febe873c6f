import type { Check, CheckName, CheckState } from "./checks/checks-contract.ts";

/** How checks are named wherever people read about them. All but the last four are names. */
const LABELS: Readonly<Record<CheckName, string>> = {
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  mx: "MX",
  bimi: "BIMI",
  tls: "TLS",
  return_path: "Return path",
  reverse_dns: "Reverse DNS",
  unsubscribe: "One-click unsubscribe",
  blocklists: "Blocklists",
};

/** Names the checks in a list with commas. */
export function checkLabels(names: string): string {
  return names
    .split(",")
    .flatMap((name) => (name in LABELS ? [LABELS[name as CheckName]] : []))
    .join(", ");
}

export type LastStates = Partial<Record<CheckName, CheckState>>;

/** States that say nothing or don't apply have no rank. */
const RANKS: Readonly<Partial<Record<CheckState, number>>> = { good: 2, advice: 1, missing: 0, wrong: 0 };

/** True if a check that was in the first state is worse in the second. */
export function isWorse(before: CheckState | undefined, now: CheckState): boolean {
  const [was, is] = [before && RANKS[before], RANKS[now]];
  return was !== undefined && is !== undefined && is < was;
}

/**
 * Merges a check by the hour into what people know. Two in a row have to agree before something counts as
 * worse, because providers drop records for a moment while they update them.
 */
export function nextStates(
  known: LastStates,
  last: readonly Pick<Check, "name" | "state">[],
  found: readonly Pick<Check, "name" | "state">[],
): { known: LastStates; worse: CheckName[] } {
  const next: LastStates = { ...known };
  const worse: CheckName[] = [];
  for (const { name, state } of found) {
    if (state === "unknown") continue;
    if (!isWorse(known[name], state)) {
      next[name] = state;
      continue;
    }
    const before = last.find((check) => check.name === name);
    if (!before || !isWorse(known[name], before.state)) continue;
    next[name] = state;
    worse.push(name);
  }
  return { known: next, worse };
}

/** Merges a check that somebody asked for, which sees what's worse and waits for the next one by the hour. */
export function betterStates(known: LastStates, found: readonly Pick<Check, "name" | "state">[]): LastStates {
  const better = found.filter(({ name, state }) => state !== "unknown" && !isWorse(known[name], state));
  return { ...known, ...Object.fromEntries(better.map(({ name, state }) => [name, state])) };
}

const SPREAD_SECONDS = 50 * 60;
const HASH_FACTOR = 31;

/** Spreads checks over the hour, each domain always at the same minute. */
export function delayOf(key: string): number {
  let hash = 0;
  for (const letter of key) hash = (hash * HASH_FACTOR + (letter.codePointAt(0) ?? 0)) % SPREAD_SECONDS;
  return hash;
}
