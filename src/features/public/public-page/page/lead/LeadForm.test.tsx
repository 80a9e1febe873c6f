import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import {
  LEAD_FORM_TEXTS,
  type LeadForm as LeadFormView,
} from "#src/features/pages/profiles/page/lead-form.ts";
import { DEFAULT_THEME } from "#src/features/pages/profiles/rules.ts";
import { contrastRatio } from "#src/lib/colors.ts";
import { pageViewOf } from "#test/harness/page-view.ts";
import { pageCss, styleInputs } from "../style/page-css.ts";
import { LeadForm } from "./LeadForm.tsx";
import { leadCss } from "./lead-css.ts";

const FORM: LeadFormView = {
  ...LEAD_FORM_TEXTS,
  phone: "hidden",
  download: "https://files.example/secret.zip",
  confirms: false,
};

function markup(changes: Partial<LeadFormView> = {}) {
  const form = { ...FORM, ...changes };
  return renderToStaticMarkup(<LeadForm view={pageViewOf()} form={form} />);
}

/** The attributes of the input with this name. */
function input(html: string, name: string): Record<string, string> {
  const tag = html.match(/<input[^>]*>/g)?.find((one) => one.includes(` name="${name}"`)) ?? "";
  const pairs = [...tag.matchAll(/([\w-]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, key = "", value = ""]) => [key.toLowerCase(), value]));
}

describe("LeadForm", () => {
  it("§9 shows the texts, with labels that browsers can fill in", () => {
    const html = markup();
    for (const text of [FORM.title, FORM.description, FORM.button, FORM.disclaimer]) {
      expect(html).toContain(text.replaceAll("'", "&#x27;"));
    }
    expect(input(html, "name")).toMatchObject({ id: "lead-name", required: "", autocomplete: "name" });
    expect(html).toContain('<label for="lead-name" lang="en">');
    expect(input(html, "email")).toMatchObject({
      type: "email",
      inputmode: "email",
      required: "",
      autocomplete: "email",
    });
  });

  it("contains nothing of the download", () => {
    expect(markup()).not.toContain("files.example");
  });

  it("§5 asks for a phone number only if it's collected, and marks it optional unless it's required", () => {
    expect(markup()).not.toContain("tel");
    const optional = markup({ phone: "optional" });
    expect(optional).toContain("Phone <small>(optional)</small>");
    expect(input(optional, "phone")).toMatchObject({ type: "tel", inputmode: "tel", autocomplete: "tel" });
    expect(input(optional, "phone")).not.toHaveProperty("required");
    const required = markup({ phone: "required" });
    expect(required).not.toContain("(optional)");
    expect(input(required, "phone")).toHaveProperty("required");
  });

  it("hides the field that people don't see from keyboards and screen readers too", () => {
    expect(markup()).toContain('<div class="extra" aria-hidden="true" lang="en"><label for="lead-subject">');
    expect(input(markup(), "subject")).toMatchObject({ tabindex: "-1", autocomplete: "off" });
  });

  it("shows what an owner wrote as text", () => {
    const evil = '</p><script>alert(1)</script>" onload="';
    const html = markup({ title: evil, description: evil, button: evil, disclaimer: evil });
    expect(html).not.toContain("<script>");
    expect(html).not.toContain('" onload');
  });
});

describe("lead-css", () => {
  const theme = { theme_color: "", text_color: "", button_color: "", button_text_color: "" };

  it("§9 the button is #6366f1 with white text, large enough for that contrast, unless the owner chose its colors", () => {
    expect(leadCss(theme)).toContain("--b:#6366f1;--l:#fff");
    // WCAG 2.2: 3:1 is enough for bold text of at least 18.66 px.
    expect(leadCss(theme)).toMatch(/\.lead button,\.get\{[^}]*font-size:1\.1875rem;font-weight:700/);
    expect(contrastRatio("#ffffff", "#6366f1")).toBeGreaterThan(3);
    expect(leadCss({ ...theme, button_color: "#ff0000" })).toContain("--b:var(--button);--l:var(--label)");
    for (const button_color of ["red;}", DEFAULT_THEME.button_color]) {
      expect(leadCss({ ...theme, button_color })).toContain("#6366f1");
    }
  });

  it("is in the page's style sheet only if there's a form", () => {
    expect(pageCss(styleInputs(pageViewOf()))).not.toContain(".lead");
    expect(pageCss(styleInputs(pageViewOf({ lead_form: FORM })))).toContain(".lead");
  });
});
