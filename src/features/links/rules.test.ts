import { describe, expect, it } from "vitest";
import { LINKS_PER_PROFILE_FREE, linkLimitMessage, showsIcon } from "./rules.ts";

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
