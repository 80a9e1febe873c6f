import { describe, expect, it } from "vitest";
import { countryName, sourceName } from "./lead-words.ts";

describe("words in the list of leads", () => {
  it("name a country, and say if it's unknown", () => {
    expect([countryName("DE"), countryName("UNKNOWN"), countryName("")]).toEqual([
      "Germany",
      "Unknown",
      "Unknown",
    ]);
  });

  it("name the form, and leave other sources as they are", () => {
    expect([sourceName("screensaver_signup"), sourceName("import")]).toEqual([
      "Screensaver signup",
      "import",
    ]);
  });
});
