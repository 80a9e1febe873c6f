import { expect, it } from "vitest";
import type { Link } from "#src/features/pages/links/contract.ts";
import { moveRow } from "./move.ts";

const row = (id: string, parent_id: string | null = null) =>
  ({ id, parent_id, kind: id.startsWith("g") ? "group" : "link" }) as Link;

/** `a`, a group with `b` and `c`, `d`, and an empty group. */
const ROWS = [row("a"), row("g"), row("b", "g"), row("c", "g"), row("d"), row("g2")];

function moved(id: string, to: string) {
  const at = (wanted: string) => ROWS.findIndex((one) => one.id === wanted);
  const move = moveRow(ROWS, at(id), at(to));
  return move && [move.links.map((one) => one.id).join(" "), move.parents];
}

it.each([
  ["a", "g", "g a b c d g2", { a: "g" }],
  ["a", "b", "g b a c d g2", { a: "g" }],
  ["d", "c", "a g b d c g2", { d: "g" }],
  ["d", "g2", "a g b c g2 d", { d: "g2" }],
  ["d", "a", "d a g b c g2", {}],
  ["b", "c", "a g c b d g2", {}],
  ["b", "g", "a b g c d g2", { b: null }],
  ["c", "d", "a g b d c g2", { c: null }],
  ["g", "d", "a d g b c g2", {}],
  ["g", "a", "g b c a d g2", {}],
  ["g2", "b", "a g2 g b c d", {}],
])("%s to the place of %s", (id, to, order, parents) => {
  expect(moved(id, to)).toEqual([order, parents]);
});

it("a group isn't moved into itself", () => {
  expect(moved("g", "c")).toBeUndefined();
  expect(moved("a", "a")).toBeUndefined();
});
