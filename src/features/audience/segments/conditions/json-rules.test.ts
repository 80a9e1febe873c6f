import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactsScreens } from "#src/features/audience/contacts/screens.ts";
import { parseSearch, type RawSearch, writeSearch } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";
import { CATALOG, condition } from "#test/harness/conditions.ts";
import { conditionProblems } from "./check-rules.ts";
import { conditionSchema } from "./condition-contract.ts";
import { fitsUrl, readCondition, URL_CONDITION_CHARS_MAX, writeCondition } from "./json-rules.ts";
import { normalizeCondition } from "./text-rules.ts";

/** What a screen takes from an address. */
function searchOf(path: string, address: string): RawSearch {
  const screens: readonly { path: string; validateSearch?: (raw: RawSearch) => object }[] = contactsScreens;
  const screen = screens.find((one) => one.path === path);
  return (screen?.validateSearch?.(parseSearch(address)) ?? {}) as RawSearch;
}

describe("a condition in an address", () => {
  it("is read as what was written, on the table and on the board, and written as what was read", () => {
    fc.assert(
      fc.property(condition, fc.constantFrom(PATHS.leads, PATHS.leadBoard), (condition, path) => {
        const written = writeCondition(condition);
        const address = writeSearch({ all: "yes", condition: written });
        const search = searchOf(path, address);
        expect(search).toEqual({ all: "yes", ...(written !== undefined && { condition: written }) });
        if (written === undefined) {
          expect(normalizeCondition(condition)).toEqual({ all: [] });
          return;
        }
        const read = readCondition(String(search.condition));
        expect(read).toEqual(normalizeCondition(condition));
        expect(read && writeCondition(read)).toBe(written);
        // The server takes it, too.
        expect(conditionSchema.parse(JSON.parse(written))).toEqual(read);
      }),
      { numRuns: 1000 },
    );
  });

  it("may be anything that somebody typed, and is then read only if it has a condition’s form", () => {
    const key = fc.constantFrom(
      ..."all any none attribute operator value event days segment_id x".split(" "),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, 3, "tag", "equals", "clicked", "vip"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(fc.oneof(value, condition), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        for (const written of [text, text.slice(0, cut % (text.length + 1))]) {
          const read = readCondition(written);
          // Nothing on the screen that shows it may fail.
          if (read) expect(Array.isArray(conditionProblems(read, CATALOG))).toBe(true);
          else if (written === text) expect(conditionSchema.safeParse(value).success).toBe(false);
        }
      }),
      { numRuns: 2000 },
    );
    let deep: unknown = { segment_id: "x" };
    for (let depth = 0; depth < 30; depth++) deep = { any: [deep] };
    expect(readCondition(JSON.stringify(deep))).toBeUndefined();
  });

  it("has a limit, in bytes as they’re written there", () => {
    expect([fitsUrl("a".repeat(URL_CONDITION_CHARS_MAX)), fitsUrl("ж".repeat(2000))]).toEqual([true, false]);
  });
});
