import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DestinationRules,
  isBrokenTest,
  pickVariant,
  resolveDestination,
  rollOf,
} from "./page/destination.ts";
import { areSameIds, copyTitle, insertAt, isEmojiOrName, showsIcon } from "./rules.ts";

describe("§2 a link card shows its icon only if it's switched on, not empty, and not a placeholder", () => {
  it.each([
    [true, "music", true],
    [true, " Spotify ", true],
    [false, "music", false],
    [null, "music", false],
    [true, "", false],
    [true, "  ", false],
    [true, null, false],
    [true, "instagram", false],
    [true, "link", false],
    [true, "Link ", false],
    [true, "links", true],
  ])("show_icon %s, icon %j: %s", (show_icon, icon, shown) => {
    expect(showsIcon({ show_icon, icon })).toBe(shown);
  });
});

describe("an icon that isn't a picture", () => {
  it.each(["🎸", "👩🏽‍🚀", "🇵🇹", "1️⃣", "❤️", "music", "arrow-right", "Spotify", "2"])("can be %s", (icon) => {
    expect(isEmojiOrName(icon)).toBe(true);
  });

  it.each(["", "🎸🎸", "two words", "é", "<b>", "../x", "-a", "a".repeat(41), `👩${"\u200d👩".repeat(40)}`])(
    "can't be %j",
    (icon) => {
      expect(isEmojiOrName(icon)).toBe(false);
    },
  );
});

it("a copy's title says that it's a copy, within the length that titles may have", () => {
  expect(copyTitle("Shop")).toBe("Shop (copy)");
  expect(copyTitle("t".repeat(200))).toBe(`${"t".repeat(193)} (copy)`);
});

it("a link goes back to its place, or to the end of a list that got shorter", () => {
  expect(insertAt(["a", "b"], "x", 1)).toEqual(["a", "x", "b"]);
  expect(insertAt(["a", "b"], "x", 0)).toEqual(["x", "a", "b"]);
  expect(insertAt(["a"], "x", 7)).toEqual(["a", "x"]);
});

it.each([
  [[], [], true],
  [["a", "b"], ["b", "a"], true],
  [["a", "b"], ["a"], false],
  [["a"], ["a", "a"], false],
  [["a", "b"], ["a", "a"], false],
  [["a", "b"], ["a", "c"], false],
])("the ids %j and %j are the same: %s", (a, b, same) => {
  expect(areSameIds(a, b)).toBe(same);
});

const FAR = { country: "US", region: "Texas", city: "Austin" };
const PLAIN: DestinationRules = {
  id: "0190aaaa-bbbb-7ccc-8ddd-000000000001",
  url: "https://main.example",
  is_ab_test: false,
  link_a: null,
  link_b: null,
  ab_split_ratio: 0.5,
  geo_restrictions: null,
  geo_blocked_fallback_url: null,
};
const TEST: DestinationRules = {
  ...PLAIN,
  is_ab_test: true,
  link_a: "https://a.example",
  link_b: "https://b.example",
};
const CLOSED = { geo_restrictions: { blocked_countries: ["US"] } };

describe("§4 where a click leads", () => {
  const go = (link: DestinationRules, place: typeof FAR | null = FAR) =>
    resolveDestination(link, { place, name: "visitor" });

  it("is the link's URL if nothing is switched on", () => {
    const open = { blocked: false, message: null, redirectUrl: "https://main.example", variant: null };
    expect(go(PLAIN)).toEqual(open);
  });

  it("§8 is nowhere for blocked visitors, or the backup URL, and never the link's own", () => {
    for (const link of [PLAIN, TEST]) {
      expect(go({ ...link, ...CLOSED })).toEqual({
        blocked: true,
        message: "This link is not available in your region.",
        redirectUrl: null,
        variant: null,
      });
      expect(go({ ...link, ...CLOSED, geo_blocked_fallback_url: "https://else.example" })).toEqual({
        blocked: true,
        message: "This link is not available in your region. Redirecting to alternative content.",
        redirectUrl: "https://else.example",
        variant: null,
      });
      expect(go({ ...link, ...CLOSED, geo_blocked_fallback_url: "javascript:x" }).redirectUrl).toBeNull();
    }
  });

  it("§8 is the link's URL for visitors in an unknown place", () => {
    expect(
      go({ ...PLAIN, geo_restrictions: { allowed_countries: ["FR"], on_unknown: "block" } }, null),
    ).toMatchObject({
      blocked: false,
      redirectUrl: "https://main.example",
    });
  });

  it.each([
    { ...TEST, link_a: null },
    { ...TEST, link_b: " " },
    { ...TEST, link_b: "javascript:alert(1)" },
  ])("is nowhere for a test that lacks a URL", (link) => {
    expect(isBrokenTest(link)).toBe(true);
    expect(go(link)).toEqual({ blocked: false, message: null, redirectUrl: null, variant: null });
  });
});

describe("the variants of an A/B test", () => {
  const variants = (ratio: number | null, visitors: string[]) =>
    visitors.map(
      (name) => resolveDestination({ ...TEST, ab_split_ratio: ratio }, { place: FAR, name }).variant,
    );
  /** Names in the format of `clicks/visitor-hash.ts`. */
  const VISITORS = Array.from({ length: 5_000 }, (_, index) =>
    hash("sha256", `visitor ${index}`, "base64url").slice(0, 22),
  );

  it("stick to visitor and link", () => {
    fc.assert(
      fc.property(fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), (name, ab_split_ratio) => {
        const link = { ...TEST, ab_split_ratio };
        const first = resolveDestination(link, { place: FAR, name });
        expect(resolveDestination({ ...link, id: link.id.toUpperCase() }, { place: null, name })).toEqual(
          first,
        );
        expect(first.redirectUrl).toBe(first.variant === "a" ? "https://a.example" : "https://b.example");
      }),
    );
  });

  it("leave a visitor on A when A's share grows", () => {
    fc.assert(
      fc.property(fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), (name, ratio) => {
        const roll = rollOf(name, TEST.id);
        expect(roll >= 0 && roll < 1).toBe(true);
        if (pickVariant(ratio, roll) === "a") expect(pickVariant((ratio + 1) / 2, roll)).toBe("a");
      }),
    );
  });

  it("§3 are assigned to a day's visitors in the stored ratio, whatever it is", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (ratio) => {
        const a = VISITORS.filter((name) => pickVariant(ratio, rollOf(name, TEST.id)) === "a").length;
        expect(Math.abs(a / VISITORS.length - ratio)).toBeLessThan(0.025);
      }),
    );
  });

  it.each([
    [0, 0],
    [0.1, 0.1],
    [0.5, 0.5],
    [0.73, 0.73],
    [1, 1],
    [null, 0.5],
    [Number.NaN, 0.5],
    [-3, 0],
    [7, 1],
  ])("give A its share for a stored ratio of %j, even if visitors' names look alike", (ratio, share) => {
    const visitors = Array.from({ length: 20_000 }, (_, index) => `visitor-${index}`);
    const a = variants(ratio, visitors).filter((variant) => variant === "a").length;
    if (share === 0 || share === 1) expect(a).toBe(20_000 * share);
    else expect(Math.abs(a / 20_000 - share)).toBeLessThan(0.015);
  });

  it("are picked independently for two links", () => {
    const other = "0190aaaa-bbbb-7ccc-8ddd-000000000002";
    const both = Array.from({ length: 20_000 }, (_, index) => `${index}`).filter(
      (name) => rollOf(name, TEST.id) < 0.5 && rollOf(name, other) < 0.5,
    );
    expect(Math.abs(both.length / 20_000 - 0.25)).toBeLessThan(0.015);
  });
});
