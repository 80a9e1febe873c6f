/* Runs on their way, and where they are by now. */
import type { Action } from "./definition-rules.ts";
import type { ActionOutcome } from "./rules.ts";
import type { Person, RunRow } from "./run-store.ts";

export interface Going {
  run: RunRow;
  /** Undefined for a run about nobody in particular. */
  person: Person | undefined;
  zone: string;
  now: Date;
  /** True if it isn't their time. */
  isHeld: boolean;
}

/** What came of an action. */
export interface Done {
  outcome: ActionOutcome;
  reason: string;
}

/** The deletion of a contact may still be undone for a while, but nobody acts on them. */
const MERGED_LOOK_MS = 10_000;

export function startGoing(row: RunRow, { person, zone, now }: Omit<Going, "run" | "isHeld">): Going {
  const run = { ...row, results: [...row.results] };
  const going = { run, person, zone, now, isHeld: false };
  if (run.contact_id === null || (person && !person.is_merged)) return going;
  // The job that gives their runs to whom they were merged into is on its way.
  if (person) hold(going, new Date(now.getTime() + MERGED_LOOK_MS));
  else Object.assign(run, { state: "skipped", skip_reason: "erased", ended_at: now.toISOString() });
  return going;
}

/** Looks at somebody again later, at the same action. */
export function hold(going: Going, until: Date): void {
  going.isHeld = true;
  going.run.due_at = until.toISOString();
}

/** Records what came of an action, and goes on to the next one, or ends there. */
export function pass({ run, now }: Going, action: Action, { outcome, reason }: Done): void {
  const at = now.toISOString();
  run.results.push({ action_id: action.id, outcome, reason, at });
  run.tries = 0;
  if (outcome === "failed") {
    Object.assign(run, { state: "failed", ended_at: at });
    return;
  }
  Object.assign(run, { step: run.step + 1, step_at: at, due_at: at, state: "active" });
  if (action.type !== "wait") run.acted_at ??= at;
}

/** True if what became of the last try of some action is that it failed. */
export function hasFailed({ results }: Pick<RunRow, "results">): boolean {
  const last = new Map(results.map(({ action_id, outcome }) => [action_id, outcome]));
  return [...last.values()].includes("failed");
}
