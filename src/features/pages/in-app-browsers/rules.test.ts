import { describe, expect, it } from "vitest";
import { exitSystemOf, exitUrl, IN_APP_BROWSERS, inAppBrowserOf } from "./rules.ts";

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
    ["facebook", `${IPHONE} Mobile/22G100 Safari/604.1 MetaIAB Facebook`],
    ["facebook", `${PIXEL} IABMV/1 MetaIAB Facebook`],
    ["snapchat", `${IPHONE} Version/18.1 Mobile/15E148 Snapchat/13.14.0.46 (like Safari/604.1)`],
    ["snapchat", `${PIXEL}Snapchat12.01.0.33 (SM-G990W; Android 12#G990WVLU3CVG1#31; gzip; )`],
    ["snapchat", `${PIXEL}Snapchat/13.60.0.42 (Pixel 9; Android 15#20240501#33; gzip; )`],
    ["linkedin", `${IPHONE} Mobile/15E148 [LinkedInApp]/9.30.1`],
    ["line", `${PIXEL} Line/14.19.1/IAB`],
    ["kakaotalk", `${IPHONE} Mobile/15E148 KAKAOTALK 25.7.0`],
    ["kakaotalk", `${PIXEL} KAKAOTALK/10.8.5 (INAPP)`],
    ["naver", `${IPHONE} Version/18.6 Mobile/15E148 Safari/605.1 NAVER(inapp; search; 2000; 12.10.2)`],
    [
      "naver",
      "Mozilla/5.0 (Linux; Android 12; SM-G988N Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/90.0.4430.232 Whale/1.0.0.0 Crosswalk/26.90.3.21 Mobile Safari/537.36 NAVER(inapp; search; 1010; 11.11.2)",
    ],
    ["wechat", `${PIXEL} MicroMessenger/8.0.54.2760`],
    ["weibo", `${IPHONE} Mobile/15E148 Weibo (iPhone14,3__weibo__13.7.0__iphone__os16.6)`],
    ["weibo", `${PIXEL} Weibo (HUAWEI-LIO-AN00__weibo__11.1.3__android__android10)`],
    [
      "qq",
      "Mozilla/5.0 (Linux; Android 13; 2206122SC Build/TKQ1.220829.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 MQQBrowser/6.2 TBS/046613 Mobile Safari/537.36 V1_AND_SQ_8.9.80_4614_YYB_D QQ/8.9.80.12440 NetType/WIFI WebP/0.3.0",
    ],
    ["zalo", `${PIXEL} Zalo android/12100625 ZaloTheme/light ZaloLanguage/vi`],
    ["zalo", `${IPHONE} Mobile/15E148 Zalo iOS/470 ZaloTheme/light ZaloLanguage/vn`],
    ["viber", `${PIXEL} Viber/16.5.0.18`],
    ["viber", `${IPHONE} Mobile/15E148 Viber/20.6.0.0`],
    ["webview", PIXEL],
    ["webview", `${IPHONE} Mobile/15E148`],
    ["webview", `${IPHONE} Mobile/15E148 SomeNewApp/3.1`],
  ])("%s is recognized by its user agent", (key, userAgent) => {
    expect(inAppBrowserOf(userAgent)?.key).toBe(key);
  });

  it.each([
    ["Safari", `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`],
    ["Chrome on an iPhone", `${IPHONE} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
    ["Firefox on an iPhone", `${IPHONE} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`],
    ["Chrome on Android", PIXEL.replace("; wv", "").replace("Version/4.0 ", "")],
    [
      "QQ's browser that is no app's",
      "Mozilla/5.0 (Linux; U; Android 13; zh-cn; V2049A Build/TP1A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 MQQBrowser/14.2 Mobile Safari/537.36",
    ],
    [
      "TikTok's crawler",
      "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; TikTokSpider; ttspider-feedback@tiktok.com)",
    ],
    ["nothing", ""],
  ])("%s isn't mistaken for one", (_, userAgent) => {
    expect(inAppBrowserOf(userAgent)).toBeUndefined();
  });

  it("§10 isn't a link preview fetcher, even if that has the app's name in it", () => {
    const fetcher = "(compatible; TikTokSpider; ttspider-feedback@tiktok.com)";
    const agent = `Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 ${fetcher}`;
    expect(inAppBrowserOf(agent)).toBeUndefined();
  });

  it("knows which system it runs on", () => {
    expect(exitSystemOf(IPHONE)).toBe("ios");
    expect(exitSystemOf(PIXEL)).toBe("android");
    expect(exitSystemOf(IPHONE.toLowerCase())).toBe("ios");
    expect(exitSystemOf(PIXEL.toLowerCase())).toBe("android");
    expect(exitSystemOf("Mozilla/5.0 (Windows NT 10.0)")).toBe("other");
  });
});

describe("the way out", () => {
  it("keeps the page's whole URL", () => {
    const url = "https://fan.example/mia?a=1&b=c%20d";
    expect(exitUrl("x-safari", url)).toBe("x-safari-https://fan.example/mia?a=1&b=c%20d");
    expect(exitUrl("x-safari", "http://localhost:3000/mia")).toBe("x-safari-http://localhost:3000/mia");
    expect(exitUrl("extbrowser", url)).toBe(`instagram://extbrowser/?url=${encodeURIComponent(url)}`);
    expect(exitUrl("line-query", url)).toBe(`${url}&openExternalBrowser=1`);
    expect(exitUrl("kakao", url)).toBe(`kakaotalk://web/openExternal?url=${encodeURIComponent(url)}`);
    const intent = exitUrl("intent", `${url}#top`);
    expect(intent).toMatch(/^intent:\/\/fan\.example\/mia\?a=1&b=c%20d#Intent;scheme=https;/);
    expect(intent).toContain(`S.browser_fallback_url=${encodeURIComponent(`${url}#top`)};end`);
  });

  it("has keys in the table that are unique and fit in a column", () => {
    const keys = IN_APP_BROWSERS.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[a-z-]{1,30}$/);
  });
});
