import { describe, expect, it } from "vitest";
import { shortHash } from "./hash.ts";

describe("the short hash", () => {
  it("is stable and fits into a URL", () => {
    expect(shortHash("Mia Moreno")).toBe(shortHash("Mia Moreno"));
    expect(shortHash("")).toMatch(/^[0-9a-z]{1,11}$/);
    expect(shortHash("🎸".repeat(1000))).toMatch(/^[0-9a-z]{1,11}$/);
  });

  it("differs for texts that are almost the same", () => {
    const texts = Array.from({ length: 50_000 }, (_, n) => `profile ${n}`);
    expect(new Set(texts.map(shortHash)).size).toBe(texts.length);
    expect(shortHash("ab")).not.toBe(shortHash("ba"));
  });
});
