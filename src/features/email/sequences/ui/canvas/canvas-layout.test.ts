import { expect, it } from "vitest";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { addId, CARD_WIDTH, layOut, placeNear, START } from "./canvas-layout.ts";

const hook = (id: string): Step => ({ id, type: "webhook" });
const STEPS: Step[] = [
  hook("a"),
  { id: "b", type: "branch", condition: null, yes: [hook("y"), { id: "e", type: "end" }], no: [] },
  {
    id: "s",
    type: "split",
    parts: [
      { share: 1, steps: [{ id: "g", type: "goto", step_id: "a" }] },
      { share: 1, steps: [hook("p")] },
    ],
  },
  hook("z"),
];

it("every step and every place is on the canvas once, and nothing is over anything else", () => {
  const { nodes } = layOut(STEPS);
  const ids = nodes.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !id.startsWith("add"))).toEqual([START, "a", "b", "y", "e", "s", "g", "p", "z"]);
  for (const [at, one] of nodes.entries())
    for (const other of nodes.slice(at + 1)) {
      const isApart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y;
      expect([one.id, other.id, isApart]).toEqual([one.id, other.id, true]);
    }
});

it("the ways of a branch lead on to what follows, and nothing leads on from an end or a jump", () => {
  const { edges } = layOut(STEPS);
  const into = (id: string) => edges.filter(({ target }) => target === id).map(({ source }) => source);
  const after = addId({ parent: null, list: 0, at: 2 });
  expect(into("b")).toEqual([addId({ parent: null, list: 0, at: 1 })]);
  expect(into(after)).toEqual([
    addId({ parent: "b", list: 0, at: 2 }),
    addId({ parent: "b", list: 1, at: 0 }),
  ]);
  expect(into(addId({ parent: "b", list: 0, at: 2 }))).toEqual([]);
  expect(edges.find(({ isJump }) => isJump)).toMatchObject({ source: "g", target: "a" });
  expect(edges.filter(({ source }) => source === "b").map(({ way }) => way)).toEqual([0, 1]);
});

it("what’s dropped near a place goes there, and nowhere if it’s far from all", () => {
  const layout = layOut(STEPS);
  const [first] = layout.nodes.filter(({ kind }) => kind === "add");
  const x = (first?.x ?? 0) + 20;
  const y = (first?.y ?? 0) + 30;
  expect(placeNear(layout, { x, y })?.place).toEqual({ parent: null, list: 0, at: 0 });
  expect(placeNear(layout, { x: x + 10 * CARD_WIDTH, y })).toBeUndefined();
});

it("what’s dropped below the last place goes there, as the canvas moves on at its lower edge", () => {
  const layout = layOut(STEPS);
  const bottom = Math.max(...layout.nodes.map(({ y, height }) => y + height));
  const found = placeNear(layout, { x: 0, y: bottom + 2000 });
  expect(found?.place).toEqual({ parent: null, list: 0, at: STEPS.length });
  expect(placeNear(layout, { x: 10 * CARD_WIDTH, y: bottom + 2000 })).toBeUndefined();
});
