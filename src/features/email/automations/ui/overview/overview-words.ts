import type { AutomationOverview } from "#src/features/email/automations/contract.ts";
import { plural } from "#src/kit/plural.ts";
import { secondsWords } from "../shared/latency-words.ts";

export type Item = AutomationOverview["items"][number];

export const KIND_LABELS: Readonly<Record<Item["kind"], string>> = {
  sequence: "Sequence",
  automation: "Rule",
  ab_test: "A/B test",
  link_test: "Split link",
};

/** What a state means for a list of everything: whether it runs, waits to be written or turned on, or is over. */
export const GROUPS = {
  running: "Running",
  off: "Not running",
  over: "Over",
} as const;
export type Group = keyof typeof GROUPS;

interface StateLook {
  label: string;
  color: string;
  group: Group;
}

const STATES: Readonly<Record<string, StateLook>> = {
  draft: { label: "Draft", color: "gray", group: "off" },
  active: { label: "Running", color: "teal", group: "running" },
  paused: { label: "Paused", color: "orange", group: "off" },
  stopped: { label: "Stopped", color: "gray", group: "over" },
  collecting: { label: "Running", color: "teal", group: "running" },
  winner: { label: "Winner found", color: "teal", group: "over" },
  no_difference: { label: "No difference", color: "gray", group: "over" },
  inconclusive: { label: "Can’t tell", color: "gray", group: "over" },
};
const RULE_STATES: Readonly<Record<string, string>> = { active: "On", paused: "Off" };

export function stateOf({ kind, state }: Item): StateLook {
  const look = STATES[state] ?? { label: "Running", color: "teal", group: "running" };
  const own = kind === "automation" ? RULE_STATES[state] : undefined;
  return own === undefined ? look : { ...look, label: own };
}

/** Its figures, in a line. */
export function figuresOf({ kind, figures }: Item): string {
  const of = (name: string) => figures[name] ?? 0;
  if (kind === "sequence")
    return `${plural(of("inside"), "person inside", "people inside")} · ${plural(of("entered"), "person got in", "people got in")}`;
  if (kind === "automation") {
    const ran = `${plural(of("ran"), "run")} in 24 hours`;
    return of("failed") === 0 ? ran : `${ran} · ${plural(of("failed"), "failed", "failed")}`;
  }
  return plural(of("people"), "person in it", "people in it");
}

/** How long it took from what happened to the first action. */
export function latencyWords({ p50, p99 }: NonNullable<AutomationOverview["latency"]>): string {
  return `From what happened to the first action: half within ${secondsWords(p50)}, 99% within ${secondsWords(p99)}`;
}
