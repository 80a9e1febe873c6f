import { expect, it } from "vitest";
import { EMPTY_CATALOG } from "./catalog-rules.ts";
import { completionsOf } from "./completion-rules.ts";

const catalog = {
  ...EMPTY_CATALOG,
  tags: ["vip", 'a "b"'],
  links: [{ id: "00000000-0000-4000-8000-000000000001", name: "Shop" }],
};
const after = (typed: string) => completionsOf(typed, catalog).options;

it("the text form offers what could come next", () => {
  expect(after("coun")).toEqual(["country"]);
  expect(after("country ")).toEqual(["=", "!=", "in", "not in", "is empty", "is not empty"]);
  expect(after("country = D")).toEqual(["DE", "DJ", "DK", "DM", "DO", "DZ"]);
  expect(after("tag ")).toContain("=");
  expect(after('tag "')).toEqual(['"vip"', '"a \\"b\\""']);
  expect(after('tag = "v')).toEqual(['"vip"']);
  expect(after("tag vip ")).toEqual(["and", "or"]);
  expect(after("tag vip a")).toEqual(["and"]);
  expect(after("clicked ")).toEqual(["link", "page", ">=", "in", "and", "or"]);
  expect(after("clicked link ")).toEqual(['"Shop"']);
  expect(after("clicked link Shop >= 2 ")).toEqual(["times"]);
  expect(after("(tag vip ")).toEqual([")", "and", "or"]);
  expect(after("nonsense = ")).toEqual([]);
  expect(completionsOf("tag vip and coun", catalog).from).toBe(12);
});
