import { describe, expect, it } from "vitest";
import { brandOfHost, brandOfName, parseBrand, readable } from "./lookalike-rules.ts";
import { usualSwitch } from "./usual-switches.ts";

const BRANDS = (usualSwitch("lookalike").entries ?? []).map((line) => {
  const brand = parseBrand(line);
  if (!brand) throw new Error(`${line} isn’t a brand.`);
  return brand;
});

describe("a host", () => {
  it.each([
    ["paypa1.com", "paypal"],
    ["paypall.com", "paypal"],
    ["payapl.com", "paypal"],
    ["paypal-login.com", "paypal"],
    ["secure.paypal.evil.com", "paypal"],
    ["paypal.com.evil.net", "paypal"],
    ["www.paypal.com.evil.net", "paypal"],
    ["xn--pypal-4ve.com", "paypal"],
    ["lnstagram.com", undefined],
    ["1nstagram.com", undefined],
    ["instagrarn.com", "instagram"],
    ["g00gle.com", "google"],
    ["tiktok-support.example", "tiktok"],
  ])("such as %s looks like %s", (host, brand) => {
    expect(brandOfHost(host, BRANDS)?.name).toBe(brand);
  });

  it.each([
    "paypal.com",
    "www.paypal.com",
    "checkout.paypal.com",
    "apple-pie-recipes.com",
    "apple.example",
    "applebees.com",
    "switch.com",
    "stripes.com",
    "twitchy.com",
    "mypaypalalternative.com",
    "support.example.com",
    "open.spotify.com",
    "m.facebook.com",
    "notgoogle.example",
    "[2001:db8::1]",
    "203.0.113.4",
    "xn--.com",
    "xn--a-99999999999999.com",
  ])("such as %s is nobody’s double", (host) => {
    expect(brandOfHost(host, BRANDS)).toBeUndefined();
  });

  it("is shown with the letters that people see", () => {
    for (const host of ["bücher.example", "münchen.de", "例え.jp", "пример.рф"])
      expect(readable(new URL(`http://${host}`).hostname)).toBe(host);
  });
});

describe("a page’s name", () => {
  it.each([
    ["paypalsupport", "paypal"],
    ["Instagram Support", "instagram"],
    ["paypa1", "paypal"],
    ["verifytiktok", "tiktok"],
    ["Official Netflix", "netflix"],
  ])("such as %s looks like %s", (name, brand) => {
    expect(brandOfName(name, BRANDS)?.name).toBe(brand);
  });

  it.each(["Mia on Instagram", "applelover", "googlefan", "Twitch streamer", "Ada", "", "telegramda"])(
    "such as “%s” is a fan’s",
    (name) => {
      expect(brandOfName(name, BRANDS)).toBeUndefined();
    },
  );
});

it.each([
  "paypal",
  "paypal:",
  ": paypal.com",
  "pay: paypal.com",
  "paypal: https://paypal.com/x",
  "pay pal: p.com",
])("“%s” isn’t a brand with its hosts", (line) => {
  expect(parseBrand(line)).toBeUndefined();
});
