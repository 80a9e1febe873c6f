import { describe, expect, it } from "vitest";
import { repairLinkName } from "#src/lib/url-repair.ts";
import { isShortName, shortNameProblem, typedName } from "./rules.ts";

describe("a link's short name", () => {
  it.each(["abc", "summer-sale", "2026", "a-1", `a${"b".repeat(38)}c`])("may be %s", (name) => {
    expect(shortNameProblem(name)).toBeUndefined();
  });

  it.each([
    ...["", "ab", "-abc", "abc-", "a--b", "a_b", "ábc", "a.b", "Abc", "a b", "a".repeat(41)],
    "0190163d-8694-739b-aea5-966c26f8ad91",
    "0190163d8694739baea5966c26f8ad91",
    "0190163d-8694739baea5966c26f8ad91",
  ])("may not be %s", (name) => {
    expect([isShortName(name), shortNameProblem(name)]).toEqual([false, "SHORT_NAME_INVALID"]);
  });

  it.each(["admin", "api", "dashboard", "dash-board", "a-p-i"])("may not pass for ours: %s", (name) => {
    expect(shortNameProblem(name)).toBe("SHORT_NAME_RESERVED");
  });

  it.each([
    ["Summer Sale", "summer-sale"],
    ["https://mia.example/go/Launch/", "launch"],
    ["a_b  c", "a-b-c"],
  ])("is read from what's typed: %s", (typed, name) => {
    expect(typedName(typed)).toBe(name);
  });

  it.each([
    ["/go/launch).", "launch", ""],
    ["/go/Launch%E2%80%8B", "launch", ""],
    ["/go//launch", "launch", ""],
    ["/go/la%C2%ADunch", "launch", ""],
    ["/go/ｌａｕｎｃｈ", "launch", ""],
    ["/go/launché", "launche", ""],
    ["/go/launch&utm_source=x", "launch", "?utm_source=x"],
    ["/go/launch/?a=1", "launch", "?a=1"],
  ])("is found in %s", (url, text, query) => {
    expect(repairLinkName(url)).toEqual({ text, query });
  });

  it.each(["/go/launch/more", "/go/la.unch", "/go/", "/going/launch"])("isn't guessed in %s", (url) => {
    expect(repairLinkName(url)).toBeUndefined();
  });
});
