import { describe, expect, it } from "vitest";
import { nextPath } from "./next-path.ts";

const ORIGIN = "https://fanfare.example";

describe("where people go after signing in", () => {
  it("is the page that asked for it", () => {
    expect(nextPath("/dashboard/links?profile=1#top", ORIGIN)).toBe("/dashboard/links?profile=1#top");
  });

  it("is the dashboard if no page asked", () => {
    expect(nextPath(undefined, ORIGIN)).toBe("/dashboard/profiles");
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/x/../%2e//evil.example/",
    "https://evil.example/",
    "javascript:alert(1)",
    "evil",
  ])("is never another site: %j", (next) => {
    expect(nextPath(next, ORIGIN)).toBe("/dashboard/profiles");
  });
});
