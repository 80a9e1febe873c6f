import { describe, expect, it } from "vitest";
import { appAddress, nextLinkAction } from "./link-action.ts";

const plain = { id: "l1", url: "https://shop.example/", isAdult: false };
const gated = { id: "l1", url: undefined, isAdult: false };
const adult = { ...gated, isAdult: true };
const visitor = { hasConsented: false, session_id: "s1" };
const ofAge = { ...visitor, hasConsented: true };

describe("§4 the flow of a link", () => {
  it("opens a link right away if it doesn't depend on the visitor", () => {
    expect(nextLinkAction(plain, undefined, visitor)).toEqual({
      do: "open",
      url: "https://shop.example/",
      variant: undefined,
    });
  });

  it("asks for the age before anything else, even if the visitor turns out to be blocked", () => {
    expect(nextLinkAction(adult, { blocked: true, message: "No." }, visitor)).toEqual({ do: "ask" });
  });

  it("opens the variant that the server picked, and reports which one with the click", () => {
    const way = { blocked: false, redirectUrl: "https://b.example/", variant: "b" as const };
    expect(nextLinkAction(gated, way, visitor)).toEqual({
      do: "open",
      url: "https://b.example/",
      variant: "b",
    });
  });

  it("§8 refuses with the server's sentence, or its own, and knows where else to go", () => {
    const way = { blocked: true, message: "Not there.", redirectUrl: "https://else.example/" };
    expect(nextLinkAction(adult, way, ofAge)).toEqual({
      do: "refuse",
      message: "Not there.",
      url: "https://else.example/",
    });
    expect(nextLinkAction(gated, { blocked: true, message: null, redirectUrl: null }, visitor)).toEqual({
      do: "refuse",
      message: "This link is not available in your region.",
      url: undefined,
    });
  });

  it("lets the server decide while there's no verdict, passing on the session and the visitor's consent", () => {
    expect(nextLinkAction(gated, undefined, visitor)).toEqual({
      do: "hand over",
      url: "/go/l1?session_id=s1",
    });
    expect(nextLinkAction(adult, undefined, ofAge)).toEqual({
      do: "hand over",
      url: "/go/l1?session_id=s1&adult=yes",
    });
    expect(nextLinkAction(gated, { blocked: false, redirectUrl: null }, visitor)).toMatchObject({
      do: "hand over",
    });
  });
});

const AGENTS = {
  iphoneSafari:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  iphoneChrome:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1",
  iphoneInstagram:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 338.1.3.28.88 (iPhone15,2; iOS 17_5; de_DE; de; scale=3.00; 1179x2556; 618013893)",
  iphoneTikTok:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1 trill_43.0.0 BytedanceWebview/d8a21c6",
  iphoneSnapchat:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Snapchat/12.87.0.40 (like Safari/8618.1.15.10.15, panda)",
  androidChrome:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  desktop:
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
};
const video = {
  url: "https://www.youtube.com/watch?v=1",
  android: "com.google.android.youtube",
  ios: "youtube://www.youtube.com/watch?v=1",
};

describe("the URL of a link's app", () => {
  it("is an intent on Android, which falls back to the web by itself", () => {
    expect(appAddress(video, AGENTS.androidChrome)).toMatch(
      /^intent:\/\/www\.youtube\.com\/watch\?v=1#Intent;.*S\.browser_fallback_url=https%3A/,
    );
    expect(appAddress({ url: "https://shop.example/" }, AGENTS.androidChrome)).toBeUndefined();
  });

  it.each(["iphoneInstagram", "iphoneTikTok", "iphoneSnapchat"] as const)(
    "is the app's scheme inside %s",
    (agent) => {
      expect(appAddress(video, AGENTS[agent])).toBe(video.ios);
    },
  );

  it.each(["iphoneSafari", "iphoneChrome", "desktop"] as const)("doesn't exist for %s", (agent) => {
    expect(appAddress(video, AGENTS[agent])).toBeUndefined();
  });
});
