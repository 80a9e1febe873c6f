import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LEAD_FORM_TEXTS, LIST_FORM_TEXTS } from "#src/features/pages/profiles/page/lead-form.ts";
import { ENGLISH_TRANSLATOR } from "#src/lib/visitor-translator.ts";
import { pageLinkOf, pageViewOf } from "#test/harness/page-view.ts";
import { DirectLinkPage } from "./DirectLinkPage.tsx";
import { LeadFormPage, ThankYouPage } from "./lead/LeadPages.tsx";
import { PublicPage } from "./PublicPage.tsx";

const words = ENGLISH_TRANSLATOR;
const HOME = { instanceName: "Fanfare", publicUrl: "https://fan.example" };
/** In everything the owner wrote, and in nothing of ours. */
const THEIRS = "ß";

const FORM = {
  title: "Grüße an alle",
  description: "Schöne Grüße",
  button: "Grüße holen",
  disclaimer: "Mit freundlichen Grüßen",
  download: "https://files.example/a.zip",
  phone: "optional",
  confirms: false,
} as const;
const VIEW = pageViewOf({
  name: "Süße Größe",
  bio: "Grüße aus Gießen",
  is_online: true,
  shows_location: true,
  links: [pageLinkOf({ title: "Straße", description: "Groß", show_adult_warning: true, is_gated: true })],
  socials: [{ platform: "instagram", url: "https://instagram.com/mia" }],
  promotion: {
    text: "Großer Rabatt",
    color: "pink-purple",
    position: "top",
    deadline: "visitor",
    minutes: 90,
    ends_at: null,
  },
  lead_form: FORM,
  past_emails: {
    list_url: "/mia/emails",
    emails: [{ url: "/mia/emails/1", subject: "Grüße", sent_at: "2026-01-01T00:00:00Z" }],
  },
  google_analytics_id: "G-ABCDEF1234",
  in_app_browsers: ["tiktok"],
});

const PAGES: Record<string, ReactElement> = {
  "the page": createElement(PublicPage, { view: VIEW, home: HOME }),
  "an empty page": createElement(PublicPage, { view: { ...VIEW, links: [] }, home: HOME }),
  "a page that redirects": createElement(DirectLinkPage, { view: VIEW, home: HOME }),
  "the form again": createElement(LeadFormPage, {
    view: VIEW,
    home: HOME,
    words,
    form: FORM,
    problem: { message: "Missing", fields: { email: "Enter it" }, name: "", email: "", phone: "" },
  }),
  "the thanks": createElement(ThankYouPage, {
    view: VIEW,
    home: HOME,
    words,
    text: "Thanks",
    download: null,
  }),
};
/** Brands, initials and numbers are the same in every language. */
const NOBODYS = /^[\d:.]*$|^(?:Instagram|Fanfare|SG|\*)$/;

/** Texts and what stands in for them, each with whether it's marked as English. */
function textsIn(page: ReactElement): { text: string; isEnglish: boolean }[] {
  const found: { text: string; isEnglish: boolean }[] = [];
  const open: boolean[] = [];
  for (const [, closing, tag = "", attributes = "", text] of renderToStaticMarkup(page).matchAll(
    /<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g,
  )) {
    if (closing) open.pop();
    const isEnglish = attributes.includes('lang="en"') || open.at(-1) === true;
    if (text?.trim()) found.push({ text: text.trim(), isEnglish });
    if (closing || text !== undefined) continue;
    // A landmark's name shares its language with what's in it.
    const label = /^(?:nav|aside)$/.test(tag)
      ? undefined
      : / (?:aria-label|alt)="([^"]+)"/.exec(attributes)?.[1];
    if (label) found.push({ text: label, isEnglish });
    if (!/^(?:input|img|br)$/.test(tag) && !attributes.endsWith("/")) open.push(isEnglish);
  }
  return found.filter(({ text: one }) => !NOBODYS.test(one));
}

it.each(Object.keys(PAGES))("in %s, our words are marked as English, and the owner’s aren’t", (name) => {
  const texts = textsIn(PAGES[name] as ReactElement);
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.filter(({ text, isEnglish }) => isEnglish === text.includes(THEIRS))).toEqual([]);
});

it("the form’s texts are ours until the owner writes others", () => {
  for (const ours of [LEAD_FORM_TEXTS, LIST_FORM_TEXTS]) {
    const view = { ...VIEW, lead_form: { ...FORM, ...ours } };
    const texts = textsIn(createElement(PublicPage, { view, home: HOME }));
    for (const text of Object.values(ours).map((one) => one.replace("'", "&#x27;")))
      expect(texts).toContainEqual({ text, isEnglish: true });
  }
});
