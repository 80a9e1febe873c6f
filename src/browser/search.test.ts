import { describe, expect, it } from "vitest";
import { accountsScreens } from "#src/features/identity/accounts/screens.ts";
import type { Screen } from "#src/kit/screen.ts";
import { parseEditorSearch, parseSearch, type RawSearch, writeSearch } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

/** What the sign-in screens take from their URLs. */
function validated(path: string, raw: RawSearch): object | undefined {
  const screens: readonly Screen[] = accountsScreens;
  return screens.find((screen) => screen.path === path)?.validateSearch?.(raw);
}

describe("what a dashboard URL carries", () => {
  it("stays text, so that a token of digits doesn't change", () => {
    expect(validated(PATHS.resetPassword, parseSearch("?token=9e12345678"))).toEqual({ token: "9e12345678" });
    expect(writeSearch({ token: "007" })).toBe("?token=007");
  });

  it("survives a round trip", () => {
    const search = { next: "/dashboard/links?profile=a&edit=b", mode: "sign-up" as const };
    expect(validated(PATHS.signIn, parseSearch(writeSearch(search)))).toEqual(search);
  });

  it("leaves out what's empty or unknown", () => {
    expect(writeSearch({ profile: undefined, edit: "" })).toBe("");
    expect(parseEditorSearch({ edit: "1", create: "maybe", other: "x" })).toEqual({ edit: "1" });
    expect(validated(PATHS.signIn, { mode: "root" })).toEqual({});
  });
});
