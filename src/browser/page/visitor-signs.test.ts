import { describe, expect, it } from "vitest";
import { locationText } from "#src/features/public/public-page/page/location-text.ts";
import { hasTikTokBridge } from "./in-app.ts";
import { asksForPrivacy } from "./pixels.ts";
import { locationStore } from "./visitor-location.ts";

describe("the visitor's place", () => {
  it("is the most precise one known, or nothing if none is", () => {
    expect(locationText({ country: "PT", region: "Lisbon District", city: "Lisbon" })).toBe("Lisbon");
    expect(locationText({ country: "PT", region: "Lisbon District", city: "" })).toBe("Lisbon District");
    expect(locationText({ country: "PT", region: "", city: "" })).toBe("Portugal");
    for (const [country, text] of [
      ["US", "the United States"],
      ["NL", "the Netherlands"],
      ["DO", "the Dominican Republic"],
      ["KY", "the Cayman Islands"],
      ["DE", "Germany"],
      ["UA", "Ukraine"],
    ] as const)
      expect(locationText({ country, region: "", city: "" })).toBe(text);
    for (const country of ["UNKNOWN", "", "XX", "<b>"]) {
      expect(locationText({ country, region: "", city: "" })).toBe("");
    }
    expect(locationText(undefined)).toBe("");
  });
});

describe("§9 a session's place", () => {
  const DAY = 24 * 60 * 60_000;
  const PLACE = { country: "PT", region: "Lisbon District", city: "Lisbon" };
  function storage(): Storage {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    } as unknown as Storage;
  }

  it("is remembered for 24 hours, for its own session only", () => {
    let time = 1_000;
    const shared = storage();
    const places = locationStore(
      () => shared,
      "s1",
      () => time,
    );
    expect(places.find()).toBeNull();
    places.keep(PLACE);
    time += DAY - 1;
    expect(places.find()).toEqual(PLACE);
    expect(
      locationStore(
        () => shared,
        "s2",
        () => time,
      ).find(),
    ).toBeNull();
    time += 1;
    expect(places.find()).toBeNull();
  });

  it("is asked for again if the browser stored nothing, or something else", () => {
    const denied = () => {
      throw new DOMException("denied", "SecurityError");
    };
    const places = locationStore(denied, "s1", Date.now);
    places.keep(PLACE);
    expect(places.find()).toBeNull();
    const broken = storage();
    broken.setItem("place s1", "{");
    expect(locationStore(() => broken, "s1", Date.now).find()).toBeNull();
  });
});

describe("§9 the short-video app", () => {
  it("is recognized by the objects that it injects into a page", () => {
    expect(hasTikTokBridge({ ToutiaoJSBridge: {} })).toBe(true);
    expect(hasTikTokBridge({ webkit: { messageHandlers: { callMethodParams: {} } } })).toBe(true);
  });

  it("isn't seen in other browsers and apps", () => {
    expect(hasTikTokBridge({})).toBe(false);
    expect(hasTikTokBridge({ webkit: { messageHandlers: { observeLink: {} } } })).toBe(false);
  });
});

describe("the wish for privacy", () => {
  it("is Global Privacy Control or Do-Not-Track", () => {
    expect(asksForPrivacy({ globalPrivacyControl: true })).toBe(true);
    expect(asksForPrivacy({ doNotTrack: "1" })).toBe(true);
    expect(asksForPrivacy({ doNotTrack: "unspecified" })).toBe(false);
    expect(asksForPrivacy({})).toBe(false);
  });
});
