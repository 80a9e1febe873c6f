import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVERYTHING, isPicked, NOTHING, pick, selectionInput, sizeOf } from "./selection.ts";
import { knownColumns, moveColumn, parseStored } from "./view.ts";

describe("a selection", () => {
  const ids = ["a", "b", "c", "d", "e"];

  it("adds and removes rows, starting from nothing or from everything, and counts them", () => {
    const step = fc.tuple(fc.subarray(ids), fc.boolean());
    fc.assert(
      fc.property(fc.constantFrom(NOTHING, EVERYTHING), fc.array(step), (start, steps) => {
        const expected = new Set(start.kind === "all" ? ids : []);
        let selection = start;
        for (const [some, isOn] of steps) {
          selection = pick(selection, some, isOn);
          for (const id of some) {
            if (isOn) expected.add(id);
            else expected.delete(id);
          }
        }
        expect(ids.filter((id) => isPicked(selection, id))).toEqual(ids.filter((id) => expected.has(id)));
        expect(sizeOf(selection, ids.length)).toBe(expected.size);
      }),
    );
  });

  it("goes to the server as ids, or as a filter plus exceptions", () => {
    expect(selectionInput(pick(NOTHING, ["a"], true), { q: "x" })).toEqual({ ids: ["a"] });
    expect(selectionInput(pick(EVERYTHING, ["a"], false), { q: "x" })).toEqual({
      all: true,
      filter: { q: "x" },
      except: ["a"],
    });
  });
});

describe("a table's view", () => {
  it("has the chosen columns that exist, each once, or all columns if none does", () => {
    expect(knownColumns(["b", "gone", "a", "b"], ["a", "b", "c"])).toEqual(["b", "a"]);
    expect(knownColumns(["gone"], ["a", "b"])).toEqual(["a", "b"]);
  });

  it("moves a column by one place, but not past either end", () => {
    expect(moveColumn(["a", "b", "c"], "b", 1)).toEqual(["a", "c", "b"]);
    expect(moveColumn(["a", "b", "c"], "b", -1)).toEqual(["b", "a", "c"]);
    expect(moveColumn(["a", "b"], "a", -1)).toEqual(["a", "b"]);
    expect(moveColumn(["a", "b"], "b", 1)).toEqual(["a", "b"]);
    expect(moveColumn(["a"], "z", 1)).toEqual(["a"]);
  });

  it.each([undefined, "", "nonsense", "null", "{}", '{"current":{"columns":1},"saved":[]}'])(
    "starts over if %j was stored",
    (text) => expect(parseStored(text)).toBeUndefined(),
  );
});
