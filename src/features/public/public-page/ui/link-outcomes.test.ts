import { describe, expect, test } from "vitest";
import type { Link } from "#src/features/pages/links/contract.ts";
import { NO_APP } from "#src/features/pages/links/page/access.ts";
import { outcomesFor } from "./link-outcomes.ts";
import type { SimulatedVisitor } from "./simulated-visitor.ts";

const NOW = Date.UTC(2026, 5, 1);
const anyone: SimulatedVisitor = {
  device: "iphone",
  colors: "light",
  country: null,
  app: NO_APP,
  language: null,
  wall: null,
};
const AUDIENCE = {
  ...{ allowed_devices: [], blocked_devices: [], allowed_apps: [], blocked_apps: [] },
  ...{ allowed_languages: [], blocked_languages: [] },
};
const PLACES = {
  ...{ allowed_countries: [], blocked_countries: [], allowed_regions: [], blocked_regions: [] },
  ...{ allowed_cities: [], blocked_cities: [], on_unknown: "allow" as const },
};

const linkOf = (changes: Partial<Link>) =>
  ({ id: "1", title: "Shop", url: "https://shop.example", is_ab_test: false, ...changes }) as Link;
const outcome = (changes: Partial<Link>, visitor: Partial<SimulatedVisitor> = {}, now = NOW) =>
  outcomesFor([linkOf(changes)], { ...anyone, ...visitor }, now)[0]?.what;

describe("what becomes of a link", () => {
  test("says nothing of one that simply opens", () => {
    expect(outcome({})).toBeUndefined();
    expect(outcome({ geo_restrictions: { ...PLACES, blocked_countries: ["FR"] } })).toBeUndefined();
  });

  test.each<[string, Partial<Link>, Partial<SimulatedVisitor>, string | undefined]>([
    [
      "at their place",
      { geo_restrictions: { ...PLACES, blocked_countries: ["FR"] } },
      { country: "FR" },
      "Isn’t available in their region.",
    ],
    [
      "elsewhere",
      { geo_restrictions: { ...PLACES, blocked_countries: ["FR"] } },
      { country: "DE" },
      undefined,
    ],
    [
      "for their device",
      { audience: { ...AUDIENCE, allowed_devices: ["desktop"] } },
      {},
      "Says that it isn’t meant for them.",
    ],
    [
      "for computers",
      { audience: { ...AUDIENCE, allowed_devices: ["desktop"] } },
      { device: "desktop" },
      undefined,
    ],
    [
      "in an app",
      {
        audience: { ...AUDIENCE, blocked_apps: ["tiktok"] },
        geo_blocked_fallback_url: "https://else.example/x",
      },
      { app: "tiktok" },
      "Goes to else.example instead.",
    ],
    ["with a warning", { show_adult_warning: true }, {}, "Asks whether they’re 18 or older first."],
    ["with a password", { has_password: true }, {}, "Asks for its password first."],
    ["after its end", { expires_at: "2026-05-01T00:00:00Z" }, {}, "Isn’t on the page then."],
    [
      "after its end, elsewhere",
      { expires_at: "2026-05-01T00:00:00Z", expired_url: "https://new.example" },
      {},
      "Goes to new.example instead.",
    ],
  ])("%s", (_, link, visitor, what) => {
    expect(outcome(link, visitor)).toBe(what);
  });

  test("depends on the moment", () => {
    const link = { schedule: { from: "2026-06-01T00:00:00Z", until: null, time_zone: "UTC", windows: [] } };
    expect(outcome(link, {}, NOW - 1)).toBe("Isn’t on the page then.");
    expect(outcome(link)).toBeUndefined();
  });
});
