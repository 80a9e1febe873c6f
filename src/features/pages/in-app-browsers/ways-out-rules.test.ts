import { describe, expect, it } from "vitest";
import { appVersionIn, formatAppVersion, parseAppVersion } from "./app-version-rules.ts";
import { appVersionOf, EXIT_PLATFORMS, IN_APP_BROWSERS } from "./rules.ts";
import { isPossibleWay, possibleWays, sortRules, successOf, waysFor } from "./ways-out-rules.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const PIXEL =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36";

describe("an app's version", () => {
  it.each([
    [
      "36.5",
      `${IPHONE} Mobile/15E148 musical_ly_36.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en`,
    ],
    ["36.5", `${PIXEL} trill_360502 BytedanceWebview/d8a21c6`],
    // What people reported elsewhere: detect-inapp 35, yauaa 1603, express-useragent 152, WhichBrowser 696, inapp-spy 55,
    // ua-parser-js 817, device-detector 7913, uap-core 511, inapp-debugger 22 and 15, force-open-browser 2.
    [
      "22.6",
      `${PIXEL}  trill_2022206050 JsSdk/1.0 NetType/WIFI AppName/musical_ly app_version/22.6.5 ByteLocale/en BytedanceWebview/d8a21c6`,
    ],
    ["22.6", `${PIXEL} trill_2022206050 JsSdk/1.0 BytedanceWebview/d8a21c6`],
    ["35.7", `${PIXEL} musical_ly_2023507030 JsSdk/1.0 AppVersion/35.7.3 BytedanceWebview/d8a21c6`],
    ["35.6", `${PIXEL} trill_350603 JsSdk/1.0 AppName/trill BytedanceWebview/d8a21c6`],
    ["20.0", `${PIXEL}  trill_200005 JsSdk/1.0 NetType/WIFI BytedanceWebview/d8a21c6`],
    ["30.9", `${IPHONE} Mobile/15E148 BytedanceWebview/d8a21c6 musical_ly_30.9.0 JsSdk/2.0 NetType/WIFI`],
    [
      "22.0",
      `${IPHONE} mobile/15e148 musical_ly_22.0.0 jssdk/2.0 nettype/wifi bytedancewebview/d8a21c6`.toLowerCase(),
    ],
    ["41.9", `${IPHONE} Mobile/15E148 Safari/604.1 musical_ly_41.9.0`],
    ["43.0", `${IPHONE} Mobile/15E148 Safari/604.1 trill_43.0.0 BytedanceWebview/d8a21c6`],
    ["31.9", `${IPHONE} Mobile/15E148 aweme_31.9.0 Region/CN aweme/31.9.0 BytedanceWebview/d8a21c6`],
    ["16.0", "TikTok 16.0.16 rv:103005 (iPhone; iOS 11.1.4; en_EN) Cronet"],
    [
      "424.1",
      `${IPHONE} Mobile/23E254 Instagram 424.1.0.31.54 (iPhone18,4; iOS 26_4_1; en_GB; IABMV/1; 933996394) NW/3 Safari/604.1`,
    ],
    ["11.43", `${IPHONE} Mobile/15E148 Twitter for iPhone/11.43.1`],
    ["242.0", `${PIXEL} [FB_IAB/FB4A;FBAV/242.0.0.43.119;]`],
    ["", `${PIXEL} trill_9 BytedanceWebview/d8a21c6`],
    ["355.0", `${IPHONE} Mobile/15E148 Instagram 355.0.0.28.108 (iPhone16,1; iOS 18_1; en_US)`],
    ["424.1", `${IPHONE} Mobile/15E148 Instagram 424.1.0.28.108 (iPhone16,1; iOS 26_4; en_US)`],
    ["356.0", `${IPHONE} Mobile/15E148 Barcelona 356.0.0.20.100 (iPhone16,1)`],
    ["488.0", `${IPHONE} Mobile/22B91 [FBAN/FBIOS;FBAV/488.0.0.70.103;FBBV/1]`],
    ["480.0", `${IPHONE} Mobile/22B91 [FBAN/MessengerForiOS;FBAV/480.0.0.33.109]`],
    ["13.14", `${IPHONE} Version/18.1 Mobile/15E148 Snapchat/13.14.0.46 (like Safari/604.1)`],
    ["12.1", `${PIXEL}Snapchat12.01.0.33 (SM-G990W; Android 12#G990WVLU3CVG1#31; gzip; )`],
    ["9.30", `${IPHONE} Mobile/15E148 [LinkedInApp]/9.30.1`],
    ["10.50", `${IPHONE} Mobile/15E148 Twitter for iPhone/10.50.1`],
    ["14.19", `${PIXEL} Line/14.19.1/IAB`],
    ["10.8", `${PIXEL} KAKAOTALK/10.8.5 (INAPP)`],
    ["12.10", `${IPHONE} Version/18.6 Mobile/15E148 Safari/605.1 NAVER(inapp; search; 2000; 12.10.2)`],
    ["8.0", `${PIXEL} MicroMessenger/8.0.54.2760`],
    ["13.7", `${IPHONE} Mobile/15E148 Weibo (iPhone14,3__weibo__13.7.0__iphone__os16.6)`],
    ["", `${IPHONE} Mobile/15E148 MicroMessenger/99999999999999999999.1`],
    ["", `${IPHONE} Mobile/15E148 [Pinterest/iOS]`],
    ["", PIXEL],
    ["", `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`],
  ])("is %j, whatever else its user agent says", (version, userAgent) => {
    expect(formatAppVersion(appVersionOf(userAgent))).toBe(version);
  });

  it("is read quickly, however long the user agent is", () => {
    const started = performance.now();
    for (const { key } of IN_APP_BROWSERS) {
      for (const part of ["NAVER(inapp;", "Instagram ", "9", "trill_", ";"])
        appVersionIn(part.repeat(20_000), key);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("is written as staff write it, and nothing else is one", () => {
    expect(parseAppVersion("424")).toEqual([424, 0]);
    expect(parseAppVersion("424.1")).toEqual([424, 1]);
    for (const text of ["", "-1", "1.2.3", "v4", "12345", "1.1234", "1.", "١.٢", "1e3"])
      expect([text, parseAppVersion(text)]).toEqual([text, null]);
  });
});

describe("the ways out", () => {
  const INSTAGRAM = { app: "instagram", os: "ios" } as const;

  it("are those of the newest rule that isn't newer than the visitor's app", () => {
    const rules = sortRules([
      { ...INSTAGRAM, from: [424, 1], ways: ["extbrowser"] },
      { ...INSTAGRAM, from: null, ways: ["x-safari"] },
      { ...INSTAGRAM, from: [1000, 0], ways: [] },
    ]);
    const waysOf = (text: string) => waysFor(rules, { ...INSTAGRAM, version: parseAppVersion(text) });
    expect(
      ["", "99", "424", "424.1", "425", "999.9", "1000", "1001.2"].map((text) => waysOf(text).join()),
    ).toEqual(["x-safari", "x-safari", "x-safari", "extbrowser", "extbrowser", "extbrowser", "", ""]);
  });

  it("are the built-in ones where nobody chose any, and where only newer versions have their own", () => {
    expect(waysFor([], { ...INSTAGRAM, version: null })).toEqual(["extbrowser", "x-safari"]);
    const rules = [{ ...INSTAGRAM, from: [500, 0], ways: [] }] as const;
    expect(waysFor(rules, { ...INSTAGRAM, version: [499, 9] })).toEqual(["extbrowser", "x-safari"]);
    expect(waysFor(rules, { ...INSTAGRAM, version: null })).toEqual(["extbrowser", "x-safari"]);
  });

  it("that are built in are all possible, and no app has those of another or of another system", () => {
    for (const { key, ways } of IN_APP_BROWSERS) {
      for (const os of EXIT_PLATFORMS)
        expect(possibleWays(key, os)).toEqual(expect.arrayContaining([...ways[os]]));
    }
    expect(possibleWays("tiktok", "ios")).toEqual(["x-safari"]);
    expect(possibleWays("tiktok", "android")).toEqual(["intent"]);
    expect(isPossibleWay("tiktok", "kakao")).toBe(false);
    expect(isPossibleWay("tiktok", "javascript:alert(1)")).toBe(false);
  });

  it("have a share once 20 tried, and never one above 100%", () => {
    expect(successOf({ tried: 19, left: 19 })).toBeNull();
    expect(successOf({ tried: 20, left: 5 })).toBe(0.25);
    expect(successOf({ tried: 20, left: 25 })).toBe(1);
  });
});
