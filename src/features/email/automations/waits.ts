/* Waits between actions. */
import { listMatching } from "#src/features/audience/segments/condition-matches.ts";
import { endOfWait } from "#src/features/email/sequences/wait-rules.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Action } from "./definition-rules.ts";
import { type Going, hold, pass } from "./walk.ts";

/** How often it's looked whether what somebody waits for has happened. */
const LOOK_MS = 5 * 60_000;

export async function takeWait(
  ctx: Ctx,
  action: Extract<Action, { type: "wait" }>,
  group: readonly Going[],
): Promise<void> {
  const { wait } = action;
  const ids = group.flatMap(({ person }) => person?.id ?? []);
  const [met = new Set<string>()] =
    wait.kind === "condition" && wait.condition !== null
      ? await listMatching(ctx, [wait.condition], ids)
      : [];
  for (const going of group) {
    const { run, person, zone, now } = going;
    const end = endOfWait(wait, zone, new Date(run.step_at));
    // A time zone that changed meanwhile doesn't make somebody wait again.
    const isOver = end <= now || (run.state === "waiting" && wait.kind !== "condition");
    if (isOver || met.has(person?.id ?? "")) pass(going, action, { outcome: "waited", reason: "" });
    else {
      run.state = "waiting";
      hold(
        going,
        wait.kind === "condition" ? new Date(Math.min(end.getTime(), now.getTime() + LOOK_MS)) : end,
      );
    }
  }
}
