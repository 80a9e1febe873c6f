import { describe, expect, it } from "vitest";
import { breakdownLabel } from "./breakdown-label.ts";

describe("the names in the breakdowns", () => {
  it("have a country's flag, or a globe if the country is unknown", () => {
    expect(breakdownLabel("country", { key: "DE", label: "Germany", clicks: 1 })).toEqual({
      text: "Germany",
      flag: "🇩🇪",
    });
    expect(breakdownLabel("country", { key: "UNKNOWN", label: "Unknown", clicks: 1 })).toEqual({
      text: "Unknown",
      flag: "🌐",
    });
  });

  it("put the country after a city or region", () => {
    const paris = { key: "Paris, Texas, US", label: "Paris, Texas, United States", clicks: 1 };
    expect(breakdownLabel("city", paris)).toEqual({
      text: "Paris, Texas",
      flag: "🇺🇸",
      detail: "United States",
    });
    expect(breakdownLabel("region", { key: "", label: "Unknown", clicks: 1 })).toEqual({
      text: "Unknown",
      flag: "🌐",
    });
  });

  it("are the server's words for everything else", () => {
    expect(breakdownLabel("link", { key: "0199", label: "Shop, US", clicks: 1 })).toEqual({
      text: "Shop, US",
    });
    expect(breakdownLabel("referrer", { key: "example.com", clicks: 1 })).toEqual({ text: "example.com" });
  });
});
