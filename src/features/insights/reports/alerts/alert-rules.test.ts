// @project unit
import { describe, expect, it } from "vitest";
import { causeName, findDrop, findSpike, likelyCause } from "./alert-rules.ts";

describe("a spike", () => {
  it.each([
    ["far beyond what’s usual", 320, [40, 38, 45, 41, 39, 44], 40.5],
    ["on a page that had no visits at that time", 60, [0, 0, 0, 0, 0, 0], 0],
    ["after another one weeks ago", 300, [10, 12, 250, 11, 9, 10], 10.5],
  ] as const)("%s is told", (_, count, samples, usual) => {
    expect(findSpike(count, samples)).toBe(usual);
  });

  it.each([
    ["is too small to tell anything", 40, [1, 0, 2, 0, 1, 0]],
    ["happens every week", 500, [520, 10, 510, 12, 530, 11]],
    ["is within what this page does anyway", 150, [20, 90, 10, 140, 60, 30]],
    ["isn’t three times as much", 110, [40, 41, 39, 40, 42, 40]],
  ] as const)("that %s isn’t one", (_, count, samples) => {
    expect(findSpike(count, samples)).toBeUndefined();
  });
});

describe("a drop", () => {
  it("is far below what’s usual, and lower than ever", () => {
    expect(findDrop(5, [200, 210, 190, 205])).toBe(202.5);
    expect(findDrop(0, [60, 66, 61, 70])).toBe(63.5);
  });

  it("isn’t a quiet night, a small page, or a page that rests every other week", () => {
    expect(findDrop(0, [0, 1, 0, 2])).toBeUndefined();
    expect(findDrop(3, [20, 25, 18, 22])).toBeUndefined();
    expect(findDrop(0, [200, 0, 210, 205])).toBeUndefined();
    expect(findDrop(90, [200, 210, 190, 205])).toBeUndefined();
  });
});

describe("the likely cause", () => {
  const keys = [
    { kind: "country", name: "DE", now: 300, usual: 30 },
    { kind: "source", name: "Instagram", now: 250, usual: 10 },
    { kind: "source", name: "", now: 40, usual: 30 },
    { kind: "app", name: "instagram", now: 90, usual: 5 },
  ] as const;

  it("is what makes up at least half of the difference, the most telling kind first", () => {
    expect(likelyCause("spike", keys, 280)).toMatchObject({ kind: "source", name: "Instagram" });
    expect(likelyCause("spike", keys.slice(0, 1), 280)).toMatchObject({ kind: "country", name: "DE" });
    expect(likelyCause("spike", keys.slice(2), 280)).toEqual({ kind: "unknown", name: "", share: 0 });
    expect(likelyCause("drop", keys, -280).kind).toBe("unknown");
  });

  it("has a name for people", () => {
    expect(causeName("country DE", "es")).toBe("Alemania");
    expect(causeName("source Hacker News", "en-US")).toBe("Hacker News");
    expect(causeName("app instagram", "en-US")).toBe("Instagram");
    expect([causeName("page_off", "en"), causeName(undefined, "en"), causeName("country", "en")]).toEqual([
      "",
      "",
      "",
    ]);
  });
});
