import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTerm, lastWord, OPERATORS, parseLinkQuery, suggestSearches } from "./search-rules.ts";

const seen = (typed: string) =>
  parseLinkQuery(typed).map(({ operator, value }) => (operator ? `${operator}=${value}` : value));

describe("a search", () => {
  it.each([
    ["tour  dates", ["tour", "dates"]],
    ['"tour dates" 2026', ["tour dates", "2026"]],
    [
      "tag:vip TAG:Été status:Hidden in:Summer url:a.example",
      ["tag=vip", "tag=Été", "status=Hidden", "in=Summer", "url=a.example"],
    ],
    ['tag:"two words" in:"My ""best"" page"', ["tag=two words", 'in=My "best" page']],
    ["#new", ["tag=new"]],
    ["# tag: status: in:", ["#", "tag:", "status:", "in:"]],
    ["status:open", ["status:open"]],
    ['"not closed', ["not closed"]],
    ['tag:"', []],
    ["https://a.example/ url:b.example/", ["https://a.example", "url=b.example"]],
    ['12" C++ 50% _x_ \\', ['12"', "C++", "50%", "_x_", "\\"]],
  ])("%j looks for %j", (typed, terms) => {
    expect(seen(typed)).toEqual(terms);
  });

  it("a name is found by the term for it, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom(undefined, "tag", "in"),
        (name, operator) => {
          fc.pre(name.trim() !== "" && !/^https?:/i.test(name));
          expect(parseLinkQuery(`x ${formatTerm(operator, name)} y`)[1]).toMatchObject({
            operator,
            value: name.trim(),
          });
        },
      ),
    );
  });

  it("a title's own words are all in it, however they look", () => {
    const part = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(...OPERATORS.map((one) => `${one}:`), "#"),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const title = parts.join(" ").replaceAll('"', "");
        for (const { typed } of parseLinkQuery(title)) expect(title).toContain(typed);
      }),
    );
  });
});

describe("suggestions", () => {
  const labels = { tags: ["Été", "two words"], folders: ["Summer"], pages: ["Mia"] };
  it.each([
    ["", ["url:", "tag:", "status:", "in:"]],
    ["x tag:e", ["x tag:Été"]],
    ["#tw", ['tag:"two words"']],
    ["in:", ["in:Summer", "in:Mia"]],
    ["status:hi", ["status:hidden"]],
    ["ete", ["tag:Été"]],
    ["tag:Été", []],
  ])("for %j are %j", (typed, suggested) => {
    expect(suggestSearches(typed, labels)).toEqual(suggested);
  });

  it("leave what was typed before", () => {
    expect(lastWord('a tag:"two w')).toEqual({ before: "a ", word: 'tag:"two w' });
  });
});
