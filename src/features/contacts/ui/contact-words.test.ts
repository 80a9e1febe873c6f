import { describe, expect, it } from "vitest";
import { cameFrom, countryName, mailTo, nameOf } from "./contact-words.ts";

describe("words in the list of leads", () => {
  it("name a country, and say if it's unknown", () => {
    expect([countryName("DE"), countryName("UNKNOWN"), countryName("")]).toEqual([
      "Germany",
      "Unknown",
      "Unknown",
    ]);
  });

  it("call a person by their address if they have no name, and say where they came from", () => {
    expect(nameOf({ name: "", email: "a@b.example" })).toBe("a@b.example");
    expect([cameFrom(""), cameFrom("tiktok.com")]).toEqual(["Direct or unknown", "TikTok"]);
    expect(mailTo('"a?b"@c.example')).toBe("mailto:%22a%3Fb%22@c.example");
  });
});
