// @project unit
import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "#src/features/money/entitlements/rules.ts";
import type { FrameHome } from "#src/features/public/frame/page/frame-page.ts";
import { legalPage } from "../legal-page.tsx";
import { ownHtml } from "../own-text.ts";
import { LEGAL_NAMES, type LegalName } from "../rules.ts";
import { BUILT_IN_DATE, builtInHtml, builtInSource, listsHtml } from "./built-in.tsx";

const BARE: FrameHome = {
  instanceName: "Fanfare",
  publicUrl: "https://fans.example",
  supportAddress: "",
  brand: { name: "Fanfare", logo: "", brandColor: "#6b3fd4", accentColor: "#6b3fd4", supportAddress: "" },
  scriptUrl: "/site.js",
  workerUrl: undefined,
  hasPlans: true,
  limits: DEFAULT_LIMITS,
  takesSignUps: true,
  sellsPremium: false,
  offersGoogle: false,
  sendsPush: false,
  footerLine: "",
  eventDays: 90,
};
const FULL = { ...BARE, sellsPremium: true, offersGoogle: true, sendsPush: true };

/** What the texts said when they were dated. New words take a new digest, and a new date if their sense changed. */
const WRITTEN = { date: "2026-11-29", digest: "ac361e82e6d8" };

function pageOf(name: LegalName, home: FrameHome): string {
  const parts = { home, name, say: (text: string) => text, language: "en", hasVersions: false } as const;
  const html = builtInHtml(name, home);
  const shown = { number: 0, html, language: "en", from: BUILT_IN_DATE, state: "current" } as const;
  return renderToStaticMarkup(legalPage(parts, shown).body);
}

function textOf(name: LegalName, home: FrameHome): string {
  const html = pageOf(name, home);
  return html.slice(html.indexOf("<time")).replace(/<(?!time)[^>]*>/g, " ");
}

describe("the legal texts", () => {
  it("have the date of what they say", () => {
    const texts = LEGAL_NAMES.map((name) => textOf(name, FULL));
    const digest = createHash("sha256").update(texts.join()).digest("hex").slice(0, 12);
    const dates = texts.map((text) => /dateTime="([^"]+)"/.exec(text)?.[1]);
    expect({ dates: [...new Set(dates)], digest }).toEqual({ dates: [WRITTEN.date], digest: WRITTEN.digest });
  });

  it.each(["Google, if you sign in", "Stripe, if you buy", "the push service"])(
    "name those who get data only where the instance uses them: %s",
    (words) => {
      expect(textOf("privacy", FULL)).toContain(words);
      expect(textOf("privacy", BARE)).not.toContain(words);
    },
  );

  it("read an instance’s name and URL as they are, whatever is in them", () => {
    const home = {
      ...FULL,
      instanceName: "1. **Fan** <i>_fare_</i> {{ x }}",
      publicUrl: "https://a_b_c.example",
    };
    for (const name of LEGAL_NAMES) {
      const html = pageOf(name, home);
      expect(html).toContain("1. **Fan** &lt;i&gt;_fare_&lt;/i&gt; {{ x }} at");
      expect(html).toContain("https://a_b_c.example");
      expect(html).not.toMatch(/\uE000|<ol>/);
    }
  });

  it("can be gone on with as Markdown, which says the same", () => {
    const words = (html: string) =>
      html
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim();
    const decoded = (text: string) =>
      text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    const home = { ...FULL, instanceName: "1. **Fan** [x](y) <i>", supportAddress: "help@fans.example" };
    for (const name of LEGAL_NAMES) {
      const own = ownHtml(builtInSource(name, home), listsHtml());
      expect(decoded(words(own))).toBe(words(builtInHtml(name, home)));
    }
  });
});
