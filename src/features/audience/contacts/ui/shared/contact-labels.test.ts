import { describe, expect, it } from "vitest";
import { timelineLabel } from "../timeline/timeline-labels.ts";
import {
  contactName,
  countryName,
  formatPath,
  mailTo,
  originLabel,
  referrerLabel,
} from "./contact-labels.ts";

describe("words in the list of leads", () => {
  it("name a country, and say if it's unknown", () => {
    expect([countryName("DE"), countryName("UNKNOWN"), countryName("")]).toEqual([
      "Germany",
      "Unknown",
      "Unknown",
    ]);
  });

  it("tell who was imported, and from which file, from who was added by hand or by a program", () => {
    const origins = (["import", "api", "hand"] as const).map((by) =>
      originLabel({ by, at: "", file_name: by === "import" ? "fans.csv" : null }),
    );
    expect(origins).toEqual(["Imported from fans.csv", "Added by a program", "Added by hand"]);
    const begun = (data: object) => timelineLabel({ id: "", kind: "created", at: "", data: { ...data } });
    expect([begun({ import: "fans.csv" }), begun({ import: "" }), begun({ by: "api" }), begun({})]).toEqual([
      { title: "Imported", text: "fans.csv" },
      { title: "Imported", text: "" },
      { title: "Added by a program" },
      { title: "Added by hand" },
    ]);
  });

  it("call a person by their address if they have no name, and say where they came from", () => {
    expect(contactName({ name: "", email: "a@b.example" })).toBe("a@b.example");
    expect([referrerLabel(""), referrerLabel("tiktok.com")]).toEqual(["Direct or unknown", "TikTok"]);
    const touch = { at: "", profile_id: "p", referrer_host: "t.co", country: "DE" };
    expect(formatPath(touch, () => undefined)).toBe("X → Page → form");
    const more = { ...touch, app: "TikTok", link: "Shop", utm: { source: "bio" } };
    expect(formatPath(more, () => "Mia")).toBe("TikTok → Mia → Shop → form (bio)");
    expect(formatPath({ ...touch, link: "Shop", variant: "b" }, () => "Mia")).toBe(
      "X → Mia → Shop (B) → form",
    );
    expect(mailTo('"a?b"@c.example')).toBe("mailto:%22a%3Fb%22@c.example");
  });
});
