import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseReason, parseReportedPage, REPORT_NUMBER_PATTERN, reportNumber } from "./rules.ts";

describe("the reported page", () => {
  it.each([
    ["mia", "mia"],
    [" @Mia ", "mia"],
    ["/mia/", "mia"],
    ["https://fan.example/Mia?utm_source=x#top", "mia"],
    ["the page of Mia M.", "the page of Mia M."],
    ["https://elsewhere.example/a/b", "https://elsewhere.example/a/b"],
    ["<script>x</script>mia", "mia"],
    [" \u200b ", "\u200b"],
    ["", ""],
  ])("is parsed from %j", (text, page) => {
    expect(parseReportedPage(text)).toBe(page);
  });

  it("is never longer than its column, whatever is typed", () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (text) => parseReportedPage(text).length <= 100));
  });
});

describe("a report's number", () => {
  it("can be read aloud and differs for different bytes", () => {
    expect(reportNumber(new Uint8Array([7, 20, 2, 21, 9, 24, 30, 13]))).toBe("R-7M2N-9RYD");
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) =>
        REPORT_NUMBER_PATTERN.test(reportNumber(bytes)),
      ),
    );
  });

  it("has no letters that look alike", () => {
    expect(REPORT_NUMBER_PATTERN.test("R-0I00-0000")).toBe(false);
    expect(REPORT_NUMBER_PATTERN.test("R-0000-000U")).toBe(false);
  });
});

it("a reason is one of the list", () => {
  expect(parseReason("scam")).toBe("scam");
  expect(parseReason("Scam or phishing")).toBeUndefined();
});
