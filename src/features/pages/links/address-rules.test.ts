// @project unit
import { describe, expect, it } from "vitest";
import { readAddress, splitAddresses } from "./address-rules.ts";
import { isProfileUrl } from "./services-rules.ts";

describe("an address", () => {
  it.each([
    ["instagram.com/nora", "https://instagram.com/nora", "Instagram", "instagram-logo", "web"],
    ["https://www.youtube.com/watch?v=1", "https://www.youtube.com/watch?v=1", "YouTube", "youtube", "web"],
    ["https://nora.bandcamp.com", "https://nora.bandcamp.com", "Bandcamp", "music", "web"],
    ["www.nora.art/shop", "https://www.nora.art/shop", "nora.art", null, "web"],
    ["+49 30 123 45 67", "tel:+49301234567", "+49301234567", "phone", "phone"],
    ["nora@nora.art", "mailto:nora@nora.art", "nora@nora.art", "mail", "email"],
    ["TikTok @nora", "https://tiktok.com/@nora", "TikTok", "tiktok", "profile"],
    ["insta: @nora.b", "https://instagram.com/nora.b", "Instagram", "instagram-logo", "profile"],
    ["@nora on YouTube", "https://youtube.com/@nora", "YouTube", "youtube", "profile"],
    ["@nora (Buy Me a Coffee)", "https://buymeacoffee.com/nora", "Buy Me a Coffee", "heart", "profile"],
    ["@nora@mastodon.social", "https://mastodon.social/@nora", "mastodon.social", null, "profile"],
    ["@nora.bsky.social", "https://bsky.app/profile/nora.bsky.social", "Bluesky", "globe", "profile"],
  ])("%s leads to %s, and is called %s", (line, url, title, icon, meaning) => {
    expect(readAddress(line)).toEqual({ ok: true, read: { url, title, icon, meaning } });
  });

  it.each([
    ["@nora", "handle_unclear"],
    ["@nora on Myspace", "handle_unclear"],
    ["tour dates", "not_a_url"],
    ["javascript:alert(1)", "dangerous"],
    ["https://instagram.com@evil.example", "dangerous"],
    [`https://a.example/${"x".repeat(2100)}`, "too_long"],
  ])("%.40s is refused: %s", (line, problem) => {
    expect(readAddress(line)).toEqual({ ok: false, problem });
  });

  it("is one a line, and each counts once", () => {
    expect(splitAddresses(" a.example\r\n\n b.example\u2028a.example ")).toEqual(["a.example", "b.example"]);
  });

  it.each([
    ["https://instagram.com/nora", true],
    ["https://youtube.com/@nora", true],
    ["https://linkedin.com/in/nora", true],
    ["https://youtube.com/watch?v=1", false],
    ["https://open.spotify.com/track/1", false],
  ])("%s is a profile: %s", (url, isOne) => {
    expect(isProfileUrl(url)).toBe(isOne);
  });
});
