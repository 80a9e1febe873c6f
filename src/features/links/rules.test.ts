import { describe, expect, it } from "vitest";
import {
  areSameIds,
  copyTitle,
  insertAt,
  isEmojiOrName,
  LINKS_PER_PROFILE_FREE,
  linkLimitMessage,
  showsIcon,
} from "./rules.ts";

describe("§2 a link card shows its icon only if it is switched on, not empty and no placeholder", () => {
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

it("§9 a free account has five links per profile, and the refusal says how many there may be", () => {
  expect(LINKS_PER_PROFILE_FREE).toBe(5);
  expect(linkLimitMessage(5)).toBe("Link limit reached. You can have up to 5 links on this profile.");
  expect(linkLimitMessage(1)).toBe("Link limit reached. You can have up to 1 link on this profile.");
});

describe("an icon that is no picture", () => {
  it.each(["🎸", "👩🏽‍🚀", "🇵🇹", "1️⃣", "❤️", "music", "arrow-right", "Spotify", "2"])("%s is one", (icon) => {
    expect(isEmojiOrName(icon)).toBe(true);
  });

  it.each(["", "🎸🎸", "two words", "é", "<b>", "../x", "-a", "a".repeat(41), `👩${"\u200d👩".repeat(40)}`])(
    "%j is none",
    (icon) => {
      expect(isEmojiOrName(icon)).toBe(false);
    },
  );
});

it("a copy says so in its title, within the length that titles may have", () => {
  expect(copyTitle("Shop")).toBe("Shop (copy)");
  expect(copyTitle("t".repeat(200))).toBe(`${"t".repeat(193)} (copy)`);
});

it("a link goes back to its place, or to the end of a list that became shorter", () => {
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
