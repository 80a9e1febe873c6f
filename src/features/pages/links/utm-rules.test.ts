import { describe, expect, it } from "vitest";
import { doubledUtms, takesUtm, utmOf, withUtm } from "./utm-rules.ts";

describe("UTM parameters in a URL", () => {
  it.each([
    ["shop.example", "spring sale", "shop.example?utm_source=spring+sale"],
    ["https://shop.example/a?x=%20y&z#top", "ig", "https://shop.example/a?x=%20y&z&utm_source=ig#top"],
    ["https://shop.example/?utm_source=a&x=1&UTM_Source=b", "c", "https://shop.example/?utm_source=c&x=1"],
    ["https://shop.example/?x=1&utm_source=a&y=2", "", "https://shop.example/?x=1&y=2"],
    ["https://shop.example/?utm_source=a#b?c", "", "https://shop.example/#b?c"],
    ["https://shop.example/?", "", "https://shop.example/?"],
    ["https://shop.example/", "a&b=ñ#", "https://shop.example/?utm_source=a%26b%3D%C3%B1%23"],
  ])("sets one in %s to %j and keeps the rest", (url, value, expected) => {
    expect(withUtm(url, "utm_source", value)).toBe(expected);
    expect(utmOf(expected, "utm_source")).toBe(value);
  });

  it("names those that are there twice", () => {
    expect(doubledUtms("x.example/?utm_term=a&utm_term=b&utm_source=c&q=1&q=2")).toEqual(["utm_term"]);
  });

  it("reads broken escapes", () => {
    expect(utmOf("x.example/?utm_term=100%&utm_term", "utm_term")).toBe("100%");
  });

  it.each([
    ["https://x.example", true],
    ["x.example/@name", true],
    ["x.example:8080/a", true],
    ["you@x.example", false],
    ["mailto:you@x.example", false],
    ["tel:+15551234567", false],
    [" ", false],
  ])("fits %s: %s", (url, fits) => expect(takesUtm(url)).toBe(fits));
});
