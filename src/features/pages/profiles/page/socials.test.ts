import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SOCIAL_PLATFORMS } from "#src/features/pages/profiles/rules.ts";
import { checkSocial, parseSocialPlatforms, socialError } from "./socials.ts";

const urlOf = (platform: string, written: string) => {
  const checked = checkSocial(platform, written);
  return checked.ok ? checked.url : checked.reason;
};

describe("§5 a social profile’s username becomes the URL of its profile", () => {
  it.each([
    ["facebook", "https://facebook.com/mara.sol"],
    ["instagram", "https://instagram.com/mara.sol"],
    ["youtube", "https://youtube.com/@mara.sol"],
    ["tiktok", "https://tiktok.com/@mara.sol"],
    ["snapchat", "https://snapchat.com/add/mara.sol"],
  ])("%s, where it may contain dots", (platform, url) => {
    expect([urlOf(platform, "@mara.sol"), urlOf(platform, " mara.sol ")]).toEqual([url, url]);
    expect(urlOf(platform, "www.mara.sol")).toBe("https://www.mara.sol");
    for (const host of [
      "mara.com",
      "mara.de",
      "linktr.ee",
      "fb.me",
      "youtu.be",
      "bit.ly",
      "lnk.bio",
      "bio.link",
    ])
      expect([urlOf(platform, host), urlOf(platform, `@${host}`)]).toEqual([
        `https://${host}`,
        `${url.replace("mara.sol", "")}${host}`,
      ]);
    expect(urlOf(platform, "mara.music")).toBe(url.replace("mara.sol", "mara.music"));
  });

  it.each([
    ["twitter", "https://twitter.com/mara_s-1"],
    ["x", "https://x.com/mara_s-1"],
    ["linkedin", "https://linkedin.com/in/mara_s-1"],
    ["pinterest", "https://pinterest.com/mara_s-1"],
    ["telegram", "https://t.me/mara_s-1"],
  ])("%s, where text with a dot is a host", (platform, url) => {
    expect([urlOf(platform, "@mara_s-1"), urlOf(platform, "mara_s-1")]).toEqual([url, url]);
    expect(urlOf(platform, "mara.ink")).toBe("https://mara.ink");
  });

  it("whatever the case of the network’s name, and around invisible marks", () => {
    expect(urlOf(" TikTok ", "\u200e@Mara\u202c")).toBe("https://tiktok.com/@Mara");
    for (const form of ["NFC", "NFD"])
      expect(urlOf("youtube", "@peñarol".normalize(form))).toBe("https://youtube.com/@pe%C3%B1arol");
    expect(urlOf("youtube", "@हिन्दी")).toBe(`https://youtube.com/@${encodeURIComponent("हिन्दी")}`);
  });

  it("at YouTube it may be the id of a channel", () => {
    const id = "UC_x5XG1OV2P6uZZ5FSM9Ttw";
    expect(urlOf("youtube", id)).toBe(`https://youtube.com/channel/${id}`);
    expect(urlOf("youtube", "UCLA")).toBe("https://youtube.com/@UCLA");
    expect(urlOf("tiktok", id)).toBe(`https://tiktok.com/@${id}`);
  });

  it("at WhatsApp it’s a phone number with its country code", () => {
    for (const number of ["+1 (555) 123-4567", "15551234567", "001 555 123 4567", "1.555.123.4567"])
      expect(urlOf("whatsapp", number)).toBe("https://wa.me/15551234567");
    // As contacts and web pages have them.
    for (const number of ["\u202a+1\u00a0555\u00a0123\u00a04567\u202c", "+1\u2011555\u2011123\u20134567"])
      expect(urlOf("whatsapp", number)).toBe("https://wa.me/15551234567");
    for (const number of ["+44 (0)20 7946 0958", "0044 (0)20 7946 0958", "+442079460958"])
      expect(urlOf("whatsapp", number)).toBe("https://wa.me/442079460958");
    expect(urlOf("whatsapp", "+45 20 12 34 56")).toBe("https://wa.me/4520123456");
    // Of which country?
    for (const number of ["55 1234 5678", "555 123 4567", "(020) 7946 0958"])
      expect(urlOf("whatsapp", number)).toBe("not_a_url");
    for (const other of ["0555 123 4567", "mara", "@mara", "+1", "+".repeat(20), "1".repeat(16)])
      expect(urlOf("whatsapp", other)).toBe("not_a_url");
  });

  it("URLs and e-mail addresses stay what they are", () => {
    expect(urlOf("instagram", "instagram.com/mara")).toBe("https://instagram.com/mara");
    expect(urlOf("discord", "discord.gg/invite")).toBe("https://discord.gg/invite");
    expect(urlOf("website", "example.com")).toBe("https://example.com");
    expect(urlOf("website", "me@example.com")).toBe("mailto:me@example.com");
    expect(urlOf("instagram", "")).toBe("empty");
  });

  it("stored by name alone, it’s a URL on the page", () => {
    expect(parseSocialPlatforms({ Instagram: "@mara", discord: "mara" })).toEqual([
      { platform: "instagram", url: "https://instagram.com/mara" },
    ]);
  });
});

describe("§5 the URL gate decides about social profiles, too", () => {
  it.each([
    ["@javascript:alert(1)", "dangerous"],
    ["javascript:alert(1)", "dangerous"],
    ["@data:text/html,x", "dangerous"],
    ["data:x", "dangerous"],
    ["//evil.example\\@x.com", "dangerous"],
    ["@../../evil", "dangerous"],
    ["127.0.0.1", "dangerous"],
    ["@ma\u202era", "dangerous"],
    ["@ma\u200fra", "not_a_url"],
    ["@@mara", "not_a_url"],
    ["a@b@c", "not_a_url"],
    ["@mara sol", "not_a_url"],
    ["mara sol", "not_a_url"],
    ["@", "not_a_url"],
    ["@..", "not_a_url"],
    ["@mara?x=1", "dangerous"],
    [`@${"m".repeat(101)}`, "not_a_url"],
    [`@${"m".repeat(5000)}`, "too_long"],
    ["@<script>", "dangerous"],
  ])("%.40j is %s", (written, reason) => {
    for (const platform of ["x", "linkedin", "pinterest"]) expect(urlOf(platform, written)).toBe(reason);
  });

  it("a username never leaves its network’s host", () => {
    const written = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string().map((text) => `@${text}`),
    );
    fc.assert(
      fc.property(fc.constantFrom(...SOCIAL_PLATFORMS), written, (platform, text) => {
        const checked = checkSocial(platform, text);
        if (!checked.ok) return;
        expect(checked.url).toMatch(/^(?:https?:\/\/|mailto:|tel:|sms:)/);
        if (text.startsWith("@"))
          expect(new URL(checked.url).hostname).toMatch(new RegExp(`${platform}|t\\.me`));
      }),
      { numRuns: 500 },
    );
  });
});

it("what’s too long is refused, however many marks are in it", () => {
  expect(urlOf("youtube", `@a${"\u0301\u0323".repeat(30_000)}`)).toBe("too_long");
});

it("a refusal says what to type", () => {
  const errors = ["instagram", "Telegram", "whatsapp", "discord", "spotify", "website"].map((platform) =>
    socialError(platform, "not_a_url"),
  );
  expect(errors).toEqual([
    ...["SOCIAL_INVALID", "SOCIAL_INVALID", "WHATSAPP_INVALID"],
    ...["URL_INVALID", "URL_INVALID", "URL_INVALID"],
  ]);
  expect(socialError("instagram", "dangerous")).toBe("URL_DANGEROUS");
});
