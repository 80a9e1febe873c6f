import { describe, expect, it } from "vitest";
import { EMPTY_DEFINITION, type Step, stepsOf } from "#src/features/email/sequences/definition-rules.ts";
import { NO_HISTORY, redo, remember, undo } from "../shared/history.ts";
import { changeStep, insertStep, moveStep, moveStepTo, removeStep } from "./step-tree.ts";

const end = (id: string): Step => ({ id, type: "end" });
const branch = (id: string, yes: Step[], no: Step[]): Step => ({
  id,
  type: "branch",
  condition: null,
  yes,
  no,
});
const STEPS = [end("a"), branch("b", [end("c")], []), end("d")];

/** Such as `a b(c|) d`. */
function said(steps: readonly Step[]): string {
  return steps
    .map((step) => (step.type === "branch" ? `${step.id}(${said(step.yes)}|${said(step.no)})` : step.id))
    .join(" ");
}

describe("the tree of steps", () => {
  it("gets, changes, and loses steps at any depth", () => {
    expect(said(insertStep(STEPS, { parent: "b", list: 1, at: 0 }, end("x")))).toBe("a b(c|x) d");
    expect(said(insertStep(STEPS, { parent: null, list: 0, at: 3 }, end("x")))).toBe("a b(c|) d x");
    expect(said(removeStep(STEPS, "c"))).toBe("a b(|) d");
    expect(said(removeStep(STEPS, "b"))).toBe("a d");
    expect(said(changeStep(STEPS, "c", () => end("z")))).toBe("a b(z|) d");
  });

  it("moves a step through all places, into branches and out of them, and back the same way", () => {
    const way = [said(STEPS)];
    let steps: Step[] | undefined = STEPS;
    for (let last = steps; steps; steps = moveStep(last, "a", 1)) {
      last = steps;
      if (said(steps) !== way.at(-1)) way.push(said(steps));
    }
    expect(way).toEqual(["a b(c|) d", "b(a c|) d", "b(c a|) d", "b(c|a) d", "b(c|) a d", "b(c|) d a"]);
    expect(said(moveStep([branch("b", [], [end("a")]), end("d")], "a", -1) ?? [])).toBe("b(a|) d");
    expect(moveStep(STEPS, "a", -1)).toBeUndefined();
    expect(moveStep(STEPS, "gone", 1)).toBeUndefined();
  });
});

describe("undo", () => {
  const now = (...ids: string[]) => ({ ...EMPTY_DEFINITION, steps: ids.map(end) });
  const ids = (steps: { value: ReturnType<typeof now> } | undefined) =>
    steps && stepsOf(steps.value).map(({ id }) => id);

  it("goes back and forth, and a new change ends what was undone", () => {
    const one = remember(NO_HISTORY, now(), { mark: "", at: 0 });
    const two = remember(one, now("a"), { mark: "", at: 1 });
    const back = undo(two, now("a", "b"));
    expect(ids(back)).toEqual(["a"]);
    const forth = back && redo(back.history, back.value as ReturnType<typeof now>);
    expect(ids(forth as never)).toEqual(["a", "b"]);
    expect(redo(remember(back?.history ?? one, now("a"), { mark: "", at: 2 }), now("c"))).toBeUndefined();
    expect(undo(NO_HISTORY, now())).toBeUndefined();
  });

  it("takes what’s typed in one go as one change", () => {
    const one = remember(NO_HISTORY, now(), { mark: "subject", at: 0 });
    const two = remember(one, now("a"), { mark: "subject", at: 100 });
    expect(two.past).toHaveLength(1);
    expect(remember(two, now("b"), { mark: "subject", at: 5_000 }).past).toHaveLength(2);
    expect(remember(two, now("b"), { mark: "other", at: 150 }).past).toHaveLength(2);
  });
});

it("a step is moved to a place among the steps as they are, and never into itself", () => {
  const hook = (id: string): Step => ({ id, type: "webhook" });
  const steps: Step[] = [
    hook("a"),
    { id: "b", type: "branch", condition: null, yes: [hook("y")], no: [] },
    hook("z"),
  ];
  const ids = (list: readonly Step[]) => stepsOf({ steps: [...list] }).map(({ id }) => id);
  expect(ids(moveStepTo(steps, "a", { parent: null, list: 0, at: 3 }))).toEqual(["b", "y", "z", "a"]);
  expect(ids(moveStepTo(steps, "z", { parent: null, list: 0, at: 0 }))).toEqual(["z", "a", "b", "y"]);
  expect(ids(moveStepTo(steps, "a", { parent: "b", list: 0, at: 1 }))).toEqual(["b", "y", "a", "z"]);
  expect(ids(moveStepTo(steps, "a", { parent: null, list: 0, at: 1 }))).toEqual(["a", "b", "y", "z"]);
  expect(moveStepTo(steps, "b", { parent: "b", list: 1, at: 0 })).toEqual(steps);
});
