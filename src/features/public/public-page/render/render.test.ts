// @project unit
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { glyphOf, isKnownPlatform } from "#src/features/pages/icons/page/icons.ts";
import { SOCIAL_PLATFORMS } from "#src/features/pages/profiles/rules.ts";
import { ENGLISH_TRANSLATOR } from "#src/lib/visitor-translator.ts";
import { pageLinkOf, pageViewOf } from "#test/harness/page-view.ts";
import type { PageLink, PageView } from "../page/page-view.ts";
import { pageCss, styleInputs } from "../page/style/page-css.ts";
import { SCHEME_SCRIPT } from "../page/style/scheme-script.ts";
import { renderNotFound, renderPage, renderUnavailable } from "./render.ts";

const FRAME = { instanceName: "Fanfare", publicUrl: "https://fan.example", scriptUrl: "/assets/page-1.js" };
const NO_THEME = { theme_color: "", text_color: "", button_color: "", button_text_color: "" };
const HOSTILE = `</style></title><script>alert(1)</script><img src=x onerror="alert(1)">`;

const cssOf = (theme: PageView["theme"]) => pageCss(styleInputs(pageViewOf({ theme })));
const html = (changes: Partial<PageView> = {}) => renderPage(pageViewOf(changes), FRAME).html;
const count = (text: string, part: string | RegExp) => text.split(part).length - 1;

describe("the public page", () => {
  it("is a whole document with one heading, a title, a description, and URLs for sharing", () => {
    const page = html({ avatar_url: "/media/mia.webp" });
    expect(page).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(count(page, "<h1")).toBe(1);
    expect(page).toContain("<title>Mia Moreno (@mia) | Fanfare</title>");
    expect(page).toContain('<meta name="description" content="Singer from Lisbon"/>');
    expect(page).toContain('<link rel="canonical" href="https://fan.example/mia"/>');
    expect(page).toMatch(
      /<meta property="og:image" content="https:\/\/fan.example\/mia\/share.jpg\?v=[0-9a-z]+"\/>/,
    );
    expect(page).not.toContain("noindex");
    expect(page).not.toMatch(/user-scalable|maximum-scale/);
  });

  it("declares its language", () => {
    const bio = "Mode und Reisen aus Hamburg, jeden Tag neue Fotos.";
    expect(html({ name: "Lea", bio })).toMatch(/^<!DOCTYPE html><html lang="de">/);
    expect(html({ name: "Lea", bio })).toContain('<footer lang="en">');
  });

  it("identifies a promotion for each visitor, so that the next one is different", () => {
    const promotion = (text: string, minutes = 30) =>
      html({
        promotion: {
          text,
          minutes,
          color: "red-orange",
          position: "top",
          deadline: "visitor",
          ends_at: null,
        },
      });
    const nameOf = (page: string) => /<script data-promotion="(\w+)">/.exec(page)?.[1];
    const names = [promotion("Vinyl"), promotion("Tour"), promotion("Tour", 60)].map(nameOf);
    expect(new Set(names).size).toBe(3);
    expect(names).not.toContain(undefined);
    expect(nameOf(promotion("Vinyl"))).toBe(names[0]);
    expect(nameOf(html())).toBeUndefined();
  });

  it("has one button for sharing, whose sheet opens without JavaScript and has QR code, contact, and report", () => {
    const page = html();
    expect(page).toMatch(/<button [^>]*aria-label="Share this page"[^>]*popovertarget="share"/i);
    const sheet = page.slice(page.indexOf('id="share" popover="auto"'), page.indexOf("</section>"));
    for (const part of [
      "/mia/qr.svg",
      "/mia/qr.png",
      "/mia/card.vcf",
      "/help/report?page=mia",
      "fan.example/mia",
    ]) {
      expect(sheet).toContain(part);
    }
    expect(sheet).toMatch(/<button type="button" data-copy="https:\/\/fan\.example\/mia" hidden/);
    expect(page.slice(page.indexOf("<footer"))).not.toMatch(/qr|vcf|report/);
  });

  it("§2 is light by day and dark by night in the default look, with matching cards", () => {
    const [day = "", night = ""] = cssOf(NO_THEME).split("@media (prefers-color-scheme:dark)");
    expect(day).toMatch(/--scheme:light.*--button:#ffffff/);
    expect(night).toMatch(/--scheme:dark.*--button:#37206e/);
    expect(html()).toContain(
      '<meta name="theme-color" content="#2a1260" media="(prefers-color-scheme:dark)"/>',
    );
  });

  it("reserves no space for a visitor's city", () => {
    expect(html({ shows_location: true })).not.toContain('class="chips"');
    expect(cssOf(NO_THEME)).toMatch(/\.place\{position:absolute/);
  });

  it("works without JavaScript: every link is an anchor to the counting URL, in a new tab", () => {
    const links = [1, 2, 3].map((n) => pageLinkOf({ id: `id-${n}`, url: `https://shop.example/${n}` }));
    const page = html({ links });
    for (const n of [1, 2, 3]) {
      const anchor = new RegExp(`<a [^>]*href="/go/id-${n}"[^>]*>`).exec(page)?.[0];
      expect(anchor).toContain(`data-url="https://shop.example/${n}"`);
      expect(anchor).toContain(`data-link="id-${n}"`);
      expect(anchor).toContain('target="_blank"');
      expect(anchor).toContain('rel="noopener"');
    }
  });

  it("opens e-mail and phone links without leaving a blank tab behind", () => {
    const page = html({ links: [pageLinkOf({ url: "mailto:mia@example.com" })] });
    expect(page).toContain('data-url="mailto:mia@example.com"');
    expect(page).not.toContain('target="_blank"');
  });

  it("§2 says 'No links available' when there are none", () => {
    expect(html({ links: [] })).toContain("No links available");
  });

  it("§2 says which link can't be loaded, and shows the others", () => {
    const broken = [
      pageLinkOf({ title: "Evil", url: "javascript:alert(1)" }),
      pageLinkOf({ title: null as unknown as string }),
      null as unknown as PageLink,
      pageLinkOf({ title: "Half", icon: 7 as unknown as string }),
    ];
    const page = html({ links: [...broken, pageLinkOf({ title: "Alive" })] });
    expect(page).toContain("Error loading link: Evil");
    expect(count(page, "Error loading link: Unknown")).toBe(2);
    expect(page).toContain("Error loading link: Half");
    expect(page).toContain("Alive");
    expect(page).not.toContain("javascript:");
  });

  it("§2 shows an icon only if it's switched on and set, and no placeholder otherwise", () => {
    expect(html({ links: [pageLinkOf({ show_icon: true, icon: "youtube" })] })).toContain('class="icon"');
    for (const hidden of [
      { show_icon: false, icon: "youtube" },
      { show_icon: true, icon: "" },
      { show_icon: true, icon: "link" },
      { show_icon: true, icon: "instagram" },
    ]) {
      expect(html({ links: [pageLinkOf(hidden)] })).not.toContain('class="icon"');
    }
  });

  it("accepts a picture, an emoji, or a name as an icon", () => {
    const shown = (icon: string) => html({ links: [pageLinkOf({ show_icon: true, icon })] });
    expect(shown("/media/i.webp")).toMatch(/<img src="\/media\/i.webp"[^>]*loading="lazy"/);
    expect(shown("https://cdn.example/i.png")).not.toContain("cdn.example");
    expect(shown("🎸")).toContain('<span class="icon" aria-hidden="true">🎸</span>');
    expect(shown("no-such-name")).toContain(glyphOf("globe").path);
  });

  it("§9 has a mark for each platform and a globe for others, and hides entries without a URL", () => {
    for (const platform of SOCIAL_PLATFORMS) expect(isKnownPlatform(platform)).toBe(true);
    const page = html({
      socials: [
        { platform: "linkedin", url: "https://social.example/in" },
        { platform: "mastodon", url: "https://social.example/m" },
        { platform: "tiktok", url: "" },
        { platform: "youtube", url: "javascript:alert(1)" },
      ],
    });
    expect(page).toContain('aria-label="LinkedIn"');
    expect(page).toContain('aria-label="mastodon"');
    expect(page).not.toMatch(/TikTok|YouTube/);
  });

  it("shows initials if there's no avatar, and keeps them for one that doesn't load", () => {
    expect(html()).toContain('<span aria-hidden="true">MM</span>');
    expect(html({ avatar_url: "/media/mia.webp" })).toContain('data-initials="MM"');
    expect(html({ avatar_url: "https://cdn.example/mia.jpg" })).not.toContain("cdn.example");
    expect(html({ avatar_url: "javascript:alert(1)" })).not.toContain("javascript:");
  });

  it("has the footer 'Powered by' with the instance's name", () => {
    expect(html()).toContain("Powered by <b>Fanfare</b>");
  });
});

describe("hostile text", () => {
  it("stays text wherever an owner may write", () => {
    const page = html({
      name: HOSTILE,
      bio: HOSTILE,
      username: HOSTILE,
      avatar_url: `https://a.example/"><script>alert(1)</script>`,
      links: [pageLinkOf({ title: HOSTILE, description: HOSTILE, url: `https://a.example/"><script>` })],
      socials: [{ platform: HOSTILE, url: `https://a.example/"><script>` }],
    });
    expect(count(page, "<script")).toBe(3);
    expect(count(page, `<script>${SCHEME_SCRIPT}</script>`)).toBe(1);
    expect(count(page, '<script type="application/ld+json">')).toBe(1);
    expect(count(page, "</style>")).toBe(1);
    expect(page).not.toContain("<img src=x");
    expect(page).not.toMatch(/\son\w+="/);
  });

  it("can't break out of the style sheet through a color", () => {
    for (const color of [
      "red;}body{display:none",
      "</style><script>",
      "url(https://evil.example)",
      "#12345",
      "#fff;",
    ]) {
      const theme = { theme_color: color, text_color: color, button_color: color, button_text_color: color };
      expect(cssOf(theme)).toBe(cssOf(NO_THEME));
    }
    void fc.assert(
      fc.property(fc.string(), (text) => {
        expect(cssOf({ ...NO_THEME, theme_color: text })).not.toContain("</");
      }),
    );
  });
});

describe("the content security policy", () => {
  const pages = [
    renderPage(pageViewOf({ theme: { ...NO_THEME, theme_color: "#0a0a0a" } }), FRAME),
    renderNotFound(FRAME, ENGLISH_TRANSLATOR, "mia"),
    renderUnavailable(FRAME),
  ];

  it("has the hash of the one style block in the document", () => {
    for (const page of pages) {
      const css = /<style>([\s\S]*?)<\/style>/.exec(page.html)?.[1] ?? "";
      const hash = createHash("sha256").update(css).digest("base64");
      expect(page.csp).toContain(`style-src 'sha256-${hash}'`);
      expect(page.csp).toContain("default-src 'none'");
      expect(count(page.html, "<style")).toBe(1);
    }
  });

  it("has nothing to forbid: no handler, no style attribute, no inline script except the one it names", () => {
    for (const page of pages) {
      // Structured data isn't a script: browsers don't run it, and the policy needs no hash for it.
      const inline = page.html.matchAll(
        /<script(?! type="application\/ld\+json")(?![^>]*\ssrc=)>([^<]*)<\/script>/g,
      );
      for (const [, script] of inline) {
        const hash = createHash("sha256")
          .update(script ?? "")
          .digest("base64");
        expect(page.csp).toContain(`script-src 'self' 'sha256-${hash}';`);
      }
      expect(page.html).not.toMatch(/\sstyle="|\son[a-z]+="/);
    }
  });

  it("allows other hosts only for the page's own pixels", () => {
    for (const page of pages) expect(page.csp).not.toMatch(/facebook|google/);
    const facebook = renderPage(pageViewOf({ facebook_pixel_id: "123" }), FRAME).csp;
    expect(facebook).toMatch(/script-src [^;]* https:\/\/connect\.facebook\.net;/);
    expect(facebook).not.toContain("google");
    const google = renderPage(pageViewOf(), { ...FRAME, measurementId: "G-1" }).csp;
    expect(google).toMatch(/connect-src [^;]* https:\/\/\*\.google-analytics\.com/);
    expect(google).not.toContain("facebook");
  });
});

describe("the pages that replace a profile's", () => {
  it("§2 answers 404 'Profile not found' and offers the name", () => {
    const page = renderNotFound(FRAME, ENGLISH_TRANSLATOR, "mia");
    expect(page.status).toBe(404);
    expect(page.html).toMatch(/<h1>Profile not found<\/h1>/);
    expect(page.html).toContain("fan.example/mia");
    expect(page.html).toContain('href="https://fan.example/auth?mode=sign-up&amp;name=mia"');
    expect(page.html).toContain('<meta name="robots" content="noindex"/>');
  });

  it("doesn't offer a name that nobody can have", () => {
    expect(renderNotFound(FRAME, ENGLISH_TRANSLATOR, HOSTILE).html).not.toContain("alert(1)");
    expect(renderNotFound(FRAME).html).toContain("Profile not found");
    expect(renderNotFound(FRAME).html).toContain('href="https://fan.example/auth?mode=sign-up"');
  });

  it("§2 answers 410 'Profile Unavailable', not to be indexed, and asks the owner to log in", () => {
    const page = renderUnavailable(FRAME);
    expect(page.status).toBe(410);
    expect(page.html).toMatch(/<h1>Profile Unavailable<\/h1>/);
    expect(page.html).toContain("This profile is inactive.");
    expect(page.html).toContain("log in to reactivate it");
    expect(page.html).toContain('<meta name="robots" content="noindex"/>');
  });
});
