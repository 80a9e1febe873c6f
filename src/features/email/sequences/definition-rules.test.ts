import fc from "fast-check";
import { expect, it } from "vitest";
import { definitionSchema } from "./definition-contract.ts";
import { EMPTY_DEFINITION, isWithinLimits, partOf, routeOf, type Step, stepsOf } from "./definition-rules.ts";

const end = (id: string): Step => ({ id, type: "end" });
const hook = (id: string): Step => ({ id, type: "webhook" });

it("what follows a branch follows both of its ways", () => {
  const steps: Step[] = [
    { id: "b", type: "branch", condition: null, yes: [hook("y")], no: [] },
    {
      id: "s",
      type: "split",
      parts: [
        { share: 1, steps: [hook("p")] },
        { share: 1, steps: [end("e")] },
      ],
    },
    hook("z"),
  ];
  const route = routeOf({ steps });
  expect(route.get("b")).toMatchObject({ next: "s", into: ["y", "s"] });
  expect([route.get("y")?.next, route.get("p")?.next, route.get("z")?.next]).toEqual(["s", "z", null]);
  expect(stepsOf({ steps }).map(({ id }) => id)).toEqual(["b", "y", "s", "p", "e", "z"]);
});

it("a definition that’s parsed again is the same, and what’s left out is as in a new sequence", () => {
  expect(definitionSchema.parse({})).toEqual(EMPTY_DEFINITION);
  const steps = [
    { id: "a", type: "send", mail: { subject: "Hi" } },
    { id: "b", type: "goto", step_id: "a" },
  ];
  const once = definitionSchema.parse({ steps, triggers: [{ type: "lead" }] });
  expect(definitionSchema.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
});

it("steps that go too deep, or are too many, are refused before anything reads them", () => {
  let deep: unknown = [];
  for (let level = 0; level < 50_000; level++) deep = [{ id: "x", type: "branch", yes: deep, no: [] }];
  expect(isWithinLimits(deep)).toBe(false);
  expect(definitionSchema.safeParse({ steps: deep }).success).toBe(false);
  const many = Array.from({ length: 101 }, (_, at) => end(`e${at}`));
  expect(definitionSchema.safeParse({ steps: many }).success).toBe(false);
  for (const odd of [null, 1, "x", [null], [[1]], [{ parts: [null] }], [{ parts: 7 }]])
    expect(definitionSchema.safeParse({ steps: odd }).success).toBe(false);
});

it("a split gives each part its share", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 5 }), (shares) => {
      const parts = shares.map((share) => ({ share }));
      const sum = shares.reduce((all, share) => all + share, 0);
      let below = 0;
      shares.forEach((share, at) => {
        expect(partOf(parts, (below + 0.01) / sum)).toBe(at);
        expect(partOf(parts, (below + share - 0.01) / sum)).toBe(at);
        below += share;
      });
      expect(partOf(parts, 0.999999999)).toBe(parts.length - 1);
    }),
  );
});
