import { describe, expect, it } from "vitest";
import { hasTikTokBridge } from "./in-app.ts";
import { asksForPrivacy } from "./pixels.ts";
import { placeText } from "./place.ts";

describe("the visitor's place", () => {
  it("is the most precise that is known, and nothing where nothing is", () => {
    expect(placeText({ country: "PT", region: "Lisbon District", city: "Lisbon" }, ["en"])).toBe("Lisbon");
    expect(placeText({ country: "PT", region: "Lisbon District", city: "" }, ["en"])).toBe("Lisbon District");
    expect(placeText({ country: "PT", region: "", city: "" }, ["en"])).toBe("Portugal");
    for (const country of ["UNKNOWN", "", "XX", "<b>"]) {
      expect(placeText({ country, region: "", city: "" }, ["en"])).toBe("");
    }
    expect(placeText(undefined, ["en"])).toBe("");
  });
});

describe("§9 the short-video app", () => {
  it("is known by the objects that it puts into a page", () => {
    expect(hasTikTokBridge({ ToutiaoJSBridge: {} })).toBe(true);
    expect(hasTikTokBridge({ webkit: { messageHandlers: { callMethodParams: {} } } })).toBe(true);
  });

  it("is not seen in other browsers and apps", () => {
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
