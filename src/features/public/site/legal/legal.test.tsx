// @project unit
import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { FrameHome } from "#src/features/public/frame/page/frame-page.ts";
import { PATHS } from "#src/lib/paths.ts";
import { LEGAL_PAGES } from "./legal.tsx";

const BARE: FrameHome = {
  instanceName: "Fanfare",
  publicUrl: "https://fans.example",
  supportAddress: "",
  brand: { name: "Fanfare", logo: "", brandColor: "#6b3fd4", accentColor: "#6b3fd4", supportAddress: "" },
  scriptUrl: "/site.js",
  workerUrl: undefined,
  hasPlans: true,
  sellsPremium: false,
  offersGoogle: false,
  sendsPush: false,
  eventDays: 90,
};
const FULL = { ...BARE, sellsPremium: true, offersGoogle: true, sendsPush: true };

/** What the texts said when they were dated. New words take a new digest, and a new date if their sense changed. */
const WRITTEN = { date: "2026-11-29", digest: "a380b9c261c8" };

function textOf(path: string, home: FrameHome): string {
  const html = renderToStaticMarkup(LEGAL_PAGES.get(path)?.(home).body);
  return html.slice(html.indexOf("<time")).replace(/<(?!time)[^>]*>/g, " ");
}

describe("the legal texts", () => {
  it("have the date of what they say", () => {
    const texts = [...LEGAL_PAGES.keys()].map((path) => textOf(path, FULL));
    const digest = createHash("sha256").update(texts.join()).digest("hex").slice(0, 12);
    const dates = texts.map((text) => /dateTime="([^"]+)"/.exec(text)?.[1]);
    expect({ dates: [...new Set(dates)], digest }).toEqual({ dates: [WRITTEN.date], digest: WRITTEN.digest });
  });

  it.each(["Google, if you sign in", "Stripe, if you buy", "the push service"])(
    "name those who get data only where the instance uses them: %s",
    (words) => {
      expect(textOf(PATHS.privacy, FULL)).toContain(words);
      expect(textOf(PATHS.privacy, BARE)).not.toContain(words);
    },
  );

  it("read an instance’s name and URL as they are, whatever is in them", () => {
    const home = {
      ...FULL,
      instanceName: "1. **Fan** <i>_fare_</i> {{ x }}",
      publicUrl: "https://a_b_c.example",
    };
    for (const path of LEGAL_PAGES.keys()) {
      const html = renderToStaticMarkup(LEGAL_PAGES.get(path)?.(home).body);
      expect(html).toContain("1. **Fan** &lt;i&gt;_fare_&lt;/i&gt; {{ x }} at");
      expect(html).toContain("https://a_b_c.example");
      expect(html).not.toMatch(/\uE000|<ol>/);
    }
  });
});
