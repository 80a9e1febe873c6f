import { describe, expect, it } from "vitest";
import { nameOf } from "./names.ts";

const named = (breakdown: Parameters<typeof nameOf>[0], key: string, label?: string) =>
  nameOf(breakdown, { key, clicks: 1, ...(label !== undefined && { label }) });

describe("the names in the breakdowns", () => {
  it("are a country's name with its flag, whatever is unknown included", () => {
    expect(named("country", "DE")).toEqual({ text: "Germany", flag: "🇩🇪" });
    expect(named("country", "UNKNOWN")).toEqual({ text: "Unknown", flag: "🌐" });
    expect(named("country", "")).toEqual({ text: "Unknown", flag: "🌐" });
  });

  it("tell places of the same name apart", () => {
    expect(named("city", "US|Texas|Paris")).toEqual({
      text: "Paris",
      flag: "🇺🇸",
      detail: "Texas, United States",
    });
    expect(named("city", "DE|Berlin|Berlin")).toEqual({ text: "Berlin", flag: "🇩🇪", detail: "Germany" });
    expect(named("region", "FR|Bretagne")).toEqual({ text: "Bretagne", flag: "🇫🇷", detail: "France" });
    expect(named("city", "FR|Bretagne|")).toMatchObject({ text: "Unknown", detail: "Bretagne, France" });
  });

  it("are words for what the server abbreviates", () => {
    expect(named("device_type", "desktop").text).toBe("Computer");
    expect(named("os", "macos").text).toBe("macOS");
    expect(named("app", "instagram").text).toBe("Instagram");
    expect(named("browser", "unknown").text).toBe("Unknown");
  });

  it("say Direct where nobody sent the visitor", () => {
    expect(named("referrer", "").text).toBe("Direct");
    expect(named("referrer", "example.com").text).toBe("example.com");
  });

  it("are a link's title, or that it is gone", () => {
    expect(named("link", "0199", "My shop").text).toBe("My shop");
    expect(named("link", "0199").text).toBe("Deleted link");
  });
});
