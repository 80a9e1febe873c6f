import { describe, expect, it } from "vitest";
import { parseSearch, readAuthSearch, readEditorSearch, readMailLinkSearch, writeSearch } from "./search.ts";

describe("what an address of the dashboard carries", () => {
  it("stays text, so that a token of digits is the token that was sent", () => {
    expect(readMailLinkSearch(parseSearch("?token=9e12345678"))).toEqual({ token: "9e12345678" });
    expect(writeSearch({ token: "007" })).toBe("?token=007");
  });

  it("survives a way there and back", () => {
    const search = { next: "/dashboard/links?profile=a&edit=b", mode: "sign-up" as const };
    expect(readAuthSearch(parseSearch(writeSearch(search)))).toEqual(search);
  });

  it("leaves out what is not set and what it does not know", () => {
    expect(writeSearch({ profile: undefined, edit: "" })).toBe("");
    expect(readEditorSearch({ edit: "1", create: "maybe", other: "x" })).toEqual({ edit: "1" });
    expect(readAuthSearch({ mode: "root" })).toEqual({});
  });
});
