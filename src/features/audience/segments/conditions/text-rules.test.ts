import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CATALOG, condition, id } from "#test/harness/conditions.ts";
import { conditionProblems } from "./check-rules.ts";
import { conditionSchema } from "./condition-contract.ts";
import type { Condition } from "./condition-rules.ts";
import { parseCondition } from "./parser-rules.ts";
import { normalizeCondition, printCondition } from "./text-rules.ts";

const parse = (text: string) => parseCondition(text, CATALOG);
const conditionOf = (text: string): Condition => {
  const parsed = parse(text);
  if ("problem" in parsed) throw new Error(`${parsed.problem.message} at ${parsed.problem.at} in ${text}`);
  return parsed.condition;
};
const problemOf = (text: string) => {
  const parsed = parse(text);
  if (!("problem" in parsed)) throw new Error(`${text} was read.`);
  const { message, at, length } = parsed.problem;
  return [message, text.slice(at, at + length)];
};

describe("a condition's text form", () => {
  it("is read back as the condition that it was written from", () => {
    fc.assert(
      fc.property(condition, (condition) => {
        expect(conditionOf(printCondition(condition, CATALOG))).toEqual(normalizeCondition(condition));
      }),
      { numRuns: 2000 },
    );
  });

  it("is read only into conditions that the API takes and the check finds nothing wrong with", () => {
    fc.assert(
      fc.property(condition, (condition) => {
        const read = conditionOf(printCondition(condition, CATALOG));
        expect(conditionSchema.parse(read)).toEqual(read);
        expect(conditionProblems(read, CATALOG)).toEqual([]);
      }),
    );
  });

  it("never crashes, whatever somebody types", () => {
    const word = fc.constantFrom(
      ..."( ) and or not in segment tag country clicked link >= 2 times days = is empty".split(" "),
      '"',
      '"a',
      "“b”",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(word).map((words) => words.join(" ")),
        ),
        (text) => {
          const parsed = parse(text);
          if ("problem" in parsed) {
            expect(parsed.problem.at).toBeLessThanOrEqual(text.length);
            expect(parsed.problem.message).toMatch(/[.?]$/);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("reads the example of the issue", () => {
    const text =
      'country in (DE, AT) and (tag "vip" or clicked link "Shop" >= 2 times in 30 days) and not in segment "Team"';
    expect(conditionOf(text)).toEqual({
      all: [
        { attribute: "country", operator: "in", value: ["DE", "AT"] },
        {
          any: [
            { attribute: "tag", operator: "equals", value: "vip" },
            { event: "clicked", link_id: id(3), at_least: 2, days: 30 },
          ],
        },
        { none: [{ segment_id: id(8) }] },
      ],
    });
    expect(printCondition(conditionOf(text), CATALOG)).toBe(text);
  });

  it.each([
    ["COUNTRY = de", "country = DE"],
    ["tag vip", 'tag "vip"'],
    ["tag = vip AND Clicked E-mail", 'tag "vip" and clicked e-mail'],
    ["tag “vip”", 'tag "vip"'],
    ["not (tag vip or tag x)", 'not (tag "vip" or tag "x")'],
    ["not not tag vip", 'not (not tag "vip")'],
    ["opened last 5 campaigns", "opened last 5 campaigns"],
    ["bought for >= 50 in the last 90 days", "bought for >= 50 in 90 days"],
    ["clicked > 2 times", "clicked >= 3 times"],
    ["opened between 2 and 3 times", "opened between 2 and 3 times"],
    ["opened BETWEEN 2026-01-01 AND 2026-02-01", "opened between 2026-01-01 and 2026-02-01"],
    [
      "opened >= 2 times between 2026-01-01 and 2026-02-01",
      "opened >= 2 times between 2026-01-01 and 2026-02-01",
    ],
    ["bought for >= 50 before 2026-03-01", "bought for >= 50 until 2026-02-28"],
    ["clicked after 2023-12-31", "clicked since 2024-01-01"],
    ["clicked since 2026-01-01 until 2026-01-31", "clicked between 2026-01-01 and 2026-01-31"],
    [
      "clicked link twice",
      "Several are named “twice”. Write the id of the one you mean: 00000000-0000-4000-8000-000000000004, 00000000-0000-4000-8000-000000000005.",
    ],
    ["field.birthday anniversary within 7 days", "field.birthday anniversary within 7 days"],
    ["created ≥ 3", "“created” can’t be compared by “>=”."],
    ["((tag vip))", 'tag "vip"'],
    ["everyone", "everyone"],
    ["field.color = and", "field.color = and"],
  ])("%s means %s", (text, meaning) => {
    const parsed = parse(text);
    expect("problem" in parsed ? parsed.problem.message : printCondition(parsed.condition, CATALOG)).toBe(
      meaning,
    );
  });

  it.each([
    ["", "Write a condition.", ""],
    ["contry = DE", "We don’t know “contry”. Did you mean “country”?", "contry"],
    ["country = Germany", "“Germany” isn’t one of the choices.", "Germany"],
    ["country in DE", "Write the values in parentheses, like (DE, AT).", "DE"],
    ["country in (DE", "Close the list with a parenthesis.", ""],
    ["(tag vip", "A parenthesis isn’t closed.", ""],
    ["tag vip)", "This parenthesis closes nothing.", ")"],
    ["tag vip tag x", "Join conditions by “and” or “or”.", "tag"],
    ["tag vip and", "A condition is missing here.", ""],
    ['tag "vip', "A quotation mark is missing.", '"vip'],
    ['in segment "Tem"', "Nothing is named “Tem”. Did you mean “Team”?", '"Tem"'],
    ["created in last 0 days", "Enter a number of days from 1 to 3650.", "0"],
    ["created in last 7", "Write “days” after the number.", ""],
    ["opened since 2026-02-30", "Write the date like 2026-12-31.", "2026-02-30"],
    ["opened between 2026-02-01 and 2026-01-01", "The first date is after the second.", "opened"],
    ["opened between 2026-02-01", "Write both dates, like “between 2026-01-01 and 2026-02-01”.", ""],
    ["opened in 7 days since 2026-01-01", "Choose a number of days or dates.", "opened"],
    ["field.size > big", "Enter a number.", "big"],
    ["field.size between 5 and 1", "The first value is greater than the second.", "field.size"],
    [
      'email matches "(a)\\\\1"',
      "A backslash works before punctuation, and in \\d, \\s, and \\w.",
      '"(a)\\\\1"',
    ],
    ["clicked link Shop 2 times", "Join conditions by “and” or “or”.", "2"],
    ["created after 2026-02-30", "Write the date like 2026-12-31.", "2026-02-30"],
  ])("%s is refused: %s", (text, message, word) => {
    expect(problemOf(text)).toEqual([message, word]);
  });

  it("is refused with a sentence where it's too deep or too long", () => {
    expect(problemOf(`${"(".repeat(10_000)}tag vip`)[0]).toBe(
      "This is nested too deep. Groups can be up to 20 levels deep.",
    );
    expect(problemOf(`${"not ".repeat(10_000)}tag vip`)[0]).toBe(
      "This is nested too deep. Groups can be up to 20 levels deep.",
    );
    expect(problemOf(Array(300).fill("tag vip").join(" or "))[0]).toBe(
      "This is too long. A condition can have up to 200 parts.",
    );
  });
});

describe("a condition in JSON", () => {
  it("is refused where it's too deep or too large, without recursing into it", () => {
    let deep: unknown = { attribute: "tag", operator: "equals", value: "a" };
    for (let level = 0; level < 50_000; level++) deep = { all: [deep] };
    expect(conditionSchema.safeParse(deep).success).toBe(false);
    const wide = { any: Array(201).fill({ event: "opened" }) };
    expect(conditionSchema.safeParse(wide).success).toBe(false);
  });

  it("that names what's gone says which part", () => {
    const gone = {
      all: [{ attribute: "tag", operator: "equals", value: "x" }, { none: [{ segment_id: id(99) }] }],
    };
    expect(conditionProblems(conditionSchema.parse(gone), CATALOG)).toEqual([
      { path: [1, 0], message: "There’s no such segment, or not anymore." },
    ]);
  });
});
