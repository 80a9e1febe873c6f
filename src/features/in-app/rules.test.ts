import { describe, expect, it } from "vitest";
import { exitAddress, exitSystemOf, IN_APP_BROWSERS, inAppBrowserOf } from "./rules.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const PIXEL =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36";

describe("an app's own browser", () => {
  it.each([
    [
      "tiktok",
      `${IPHONE} Mobile/15E148 musical_ly_36.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en`,
    ],
    ["tiktok", `${PIXEL} trill_360502 BytedanceWebview/d8a21c6`],
    ["instagram", `${IPHONE} Mobile/15E148 Instagram 355.0.0.28.108 (iPhone16,1; iOS 18_1; en_US)`],
    ["threads", `${IPHONE} Mobile/15E148 Barcelona 356.0.0.20.100 (iPhone16,1)`],
    ["facebook", `${IPHONE} Mobile/22B91 [FBAN/FBIOS;FBAV/488.0.0.70.103;FBBV/1]`],
    ["messenger", `${IPHONE} Mobile/22B91 [FBAN/MessengerForiOS;FBAV/480.0.0.33.109]`],
    ["snapchat", `${PIXEL} Snapchat/13.14.0.46 (like Safari/604.1)`],
    ["linkedin", `${IPHONE} Mobile/15E148 [LinkedInApp]/9.30.1`],
    ["line", `${PIXEL} Line/14.19.1/IAB`],
    ["wechat", `${PIXEL} MicroMessenger/8.0.54.2760`],
  ])("%s is known by its user agent", (key, userAgent) => {
    expect(inAppBrowserOf(userAgent)?.key).toBe(key);
  });

  it("is not what people's own browsers are taken for", () => {
    for (const own of [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, PIXEL.replace("; wv", ""), ""]) {
      expect(inAppBrowserOf(own)).toBeUndefined();
    }
  });

  it("§3 is not what a fetcher of link previews has, even with the app's name in it", () => {
    const fetcher = "(compatible; TikTokSpider; ttspider-feedback@tiktok.com)";
    const agent = `Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 ${fetcher}`;
    expect(inAppBrowserOf(agent)).toBeUndefined();
  });

  it("knows the system it runs on", () => {
    expect(exitSystemOf(IPHONE)).toBe("ios");
    expect(exitSystemOf(PIXEL)).toBe("android");
    expect(exitSystemOf("Mozilla/5.0 (Windows NT 10.0)")).toBe("other");
  });
});

describe("the way out", () => {
  it("keeps the whole address of the page", () => {
    const url = "https://fan.example/mia?a=1&b=c%20d";
    expect(exitAddress("x-safari", url)).toBe("x-safari-https://fan.example/mia?a=1&b=c%20d");
    expect(exitAddress("x-safari", "http://localhost:3000/mia")).toBe("x-safari-http://localhost:3000/mia");
    expect(exitAddress("extbrowser", url)).toBe(`instagram://extbrowser/?url=${encodeURIComponent(url)}`);
    expect(exitAddress("line-query", url)).toBe(`${url}&openExternalBrowser=1`);
    const intent = exitAddress("intent", `${url}#top`);
    expect(intent).toMatch(/^intent:\/\/fan\.example\/mia\?a=1&b=c%20d#Intent;scheme=https;/);
    expect(intent).toContain(`S.browser_fallback_url=${encodeURIComponent(`${url}#top`)};end`);
  });

  it("stands in the table under keys that are unique and may stand in a column", () => {
    const keys = IN_APP_BROWSERS.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[a-z-]{1,30}$/);
  });
});
