// @project unit
import { describe, expect, it } from "vitest";
import { referrerHost } from "#src/features/insights/clicks/rules.ts";
import { siteOf } from "#src/lib/referrers.ts";
import { breakdownsOf } from "./breakdowns.ts";

describe("referrers' names", () => {
  it.each([
    ["https://l.instagram.com/?u=x", "Instagram", "instagram.com"],
    ["https://www.instagram.com/", "Instagram", "instagram.com"],
    ["android-app://com.instagram.android/", "Instagram", "instagram.com"],
    ["https://lm.facebook.com/", "Facebook", "facebook.com"],
    ["https://m.facebook.com/", "Facebook", "facebook.com"],
    ["https://t.co/abc", "X", "x.com"],
    ["android-app://com.twitter.android", "X", "x.com"],
    ["https://out.reddit.com/", "Reddit", "reddit.com"],
    ["https://www.google.co.uk/", "Google", "google.com"],
    ["https://google.de/", "Google", "google.com"],
    ["android-app://com.google.android.gm/", "Gmail", "mail.google.com"],
    ["https://mail.google.com/", "Gmail", "mail.google.com"],
    ["android-app://com.google.android.googlequicksearchbox/", "Google", "google.com"],
    ["https://gemini.google.com/", "Gemini", "gemini.google.com"],
    ["https://t.umblr.com/redirect?z=x", "Tumblr", "tumblr.com"],
    ["https://mia.substack.com/p/x", "Substack", "substack.com"],
    ["https://weixin.qq.com/", "WeChat", "weixin.qq.com"],
    ["", "Direct or unknown", ""],
    // Similar beginnings or endings don't count.
    ["https://notinstagram.com/", "notinstagram.com", "notinstagram.com"],
    ["https://instagram.com.evil.example/", "instagram.com.evil.example", "instagram.com.evil.example"],
    ["https://google.evil/", "google.evil", "google.evil"],
    ["https://example.com/", "example.com", "example.com"],
    ["android-app://org.example.app", "org.example.app", "org.example.app"],
  ])("§10 %s is %s", (referrer, label, key) => {
    expect(siteOf(referrerHost(referrer))).toEqual({ key, label });
  });

  it("§10 all hosts of a site share one row", () => {
    const row = (key: string, views: number) => ({
      dimension: "referrer",
      key,
      views,
      visitors: 0,
      clicks: 1,
      title: null,
    });
    const rows = [row("l.instagram.com", 2), row("instagram.com", 3), row("", 1)];
    expect(breakdownsOf(rows, 10).referrer).toEqual([
      {
        key: "instagram.com",
        label: "Instagram",
        hosts: ["instagram.com", "l.instagram.com"],
        clicks: 2,
        views: 5,
      },
      { key: "", label: "Direct or unknown", clicks: 1, views: 1 },
    ]);
  });

  it("a source that people spell in capitals or not is one, as most of them write it", () => {
    const row = (key: string, views: number) => ({
      dimension: "utm",
      key,
      views,
      visitors: 0,
      clicks: 0,
      title: null,
    });
    const rows = [row("linkedin|||", 1), row("LinkedIn|Social||", 3), row("LINKEDIN|social||", 1)];
    const { utm_source, utm_medium } = breakdownsOf(rows, 10);
    expect(utm_source).toEqual([{ key: "LinkedIn", label: "LinkedIn", clicks: 0, views: 5 }]);
    expect(utm_medium).toEqual([{ key: "Social", label: "Social", clicks: 0, views: 4 }]);
  });
});
