import { describe, expect, it } from "vitest";
import { authScreen, resetScreen } from "#src/features/identity/accounts/screens.ts";
import { parseEditorSearch, parseSearch, writeSearch } from "#src/kit/search.ts";

describe("what a dashboard URL carries", () => {
  it("stays text, so that a token of digits doesn't change", () => {
    expect(resetScreen.validateSearch(parseSearch("?token=9e12345678"))).toEqual({ token: "9e12345678" });
    expect(writeSearch({ token: "007" })).toBe("?token=007");
  });

  it("survives a round trip", () => {
    const search = { next: "/dashboard/links?profile=a&edit=b", mode: "sign-up" as const };
    expect(authScreen.validateSearch(parseSearch(writeSearch(search)))).toEqual(search);
  });

  it("leaves out what's empty or unknown", () => {
    expect(writeSearch({ profile: undefined, edit: "" })).toBe("");
    expect(parseEditorSearch({ edit: "1", create: "maybe", other: "x" })).toEqual({ edit: "1" });
    expect(authScreen.validateSearch({ mode: "root" })).toEqual({});
  });
});
