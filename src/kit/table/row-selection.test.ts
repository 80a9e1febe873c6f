import { describe, expect, it } from "vitest";
import { type KeyPress, pickAll, pickOne, selectByKey } from "./row-selection.ts";
import { isPicked, NOTHING, type Selection } from "./selection.ts";

const rows = ["a", "b", "c", "d"].map((id) => ({ id }));
const key = (name: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
});
const shift = { shiftKey: true };
const picked = (selection: Selection | undefined) =>
  rows.filter(({ id }) => selection && isPicked(selection, id)).map(({ id }) => id);
const on = (selection: Selection | undefined = NOTHING, anchor = 0) => ({ rows, selection, anchor });

describe("keys on a row", () => {
  it.each([
    ["ArrowDown", 0, 1],
    ["ArrowDown", 3, 3],
    ["ArrowUp", 2, 1],
    ["ArrowUp", 0, 0],
    ["Home", 2, 0],
    ["End", 1, 3],
  ])("%s leads from row %i to row %i, where the next range starts", (name, from, to) => {
    expect(selectByKey(on(), key(name), from)).toEqual({ active: to, anchor: to });
  });

  it("with Shift, they select everything from where the range started, in both directions", () => {
    const down = selectByKey(on(NOTHING, 1), key("ArrowDown", shift), 2);
    expect([picked(down?.selection), down?.active, down?.anchor]).toEqual([["b", "c", "d"], 3, undefined]);
    expect(picked(selectByKey(on(NOTHING, 2), key("Home", shift), 2)?.selection)).toEqual(["a", "b", "c"]);
    expect(picked(selectByKey(on(NOTHING, 3), key(" ", shift), 2)?.selection)).toEqual(["c", "d"]);
  });

  it("Space selects the row and deselects it again", () => {
    const first = selectByKey(on(), key(" "), 1);
    expect([picked(first?.selection), first?.anchor]).toEqual([["b"], 1]);
    expect(picked(selectByKey(on(first?.selection), key(" "), 1)?.selection)).toEqual([]);
  });

  it("Enter opens the row, Escape deselects, and Control or Command with A selects everything", () => {
    expect(selectByKey(on(), key("Enter"), 2)).toEqual({ opens: true });
    const { selection } = pickAll(on(), true);
    for (const held of [{ ctrlKey: true }, { metaKey: true }])
      expect(picked(selectByKey(on(), key("a", held), 0)?.selection)).toEqual(["a", "b", "c", "d"]);
    expect(selectByKey(on(selection), key("Escape"), 0)?.selection).toBe(NOTHING);
  });

  it("others mean nothing, nor does any where there's no row", () => {
    expect(selectByKey(on(), key("a"), 0)).toBeUndefined();
    expect(selectByKey(on(), key("x", { ctrlKey: true }), 0)).toBeUndefined();
    expect(selectByKey(on(), key("Enter"), 4)).toBeUndefined();
  });

  it("where rows can't be selected, they only move and open", () => {
    const plain = { rows, selection: undefined, anchor: 0 };
    expect(selectByKey(plain, key("ArrowDown", shift), 0)).toEqual({ active: 1 });
    expect(selectByKey(plain, key("Enter"), 0)).toEqual({ opens: true });
    for (const name of [" ", "Escape"]) expect(selectByKey(plain, key(name), 0)).toBeUndefined();
  });
});

describe("checkboxes", () => {
  it("select one row, and all that are shown; deselecting those deselects everything", () => {
    const one = pickOne(on(), 2, true);
    expect([picked(one.selection), one.anchor]).toEqual([["c"], 2]);
    expect(picked(pickOne(on(one.selection), 2, false).selection)).toEqual([]);
    expect(picked(pickAll(on(), true).selection)).toEqual(["a", "b", "c", "d"]);
    expect(pickAll(on(one.selection), false).selection).toBe(NOTHING);
  });
});
