import { describe, expect, it } from "vitest";
import { LEAD_FORM_TEXTS, type LeadColumns, parseLeadForm } from "./lead-form.ts";

const columns = (changes: Partial<LeadColumns>): LeadColumns => ({
  screensaver_enabled: false,
  screensaver_link: null,
  collect_without_download: false,
  confirm_sign_ups: false,
  lead_capture_enabled: true,
  lead_capture_title: null,
  lead_capture_description: null,
  collect_phone_enabled: null,
  phone_required: null,
  disclaimer_text: null,
  button_text: null,
  promotion_settings: null,
  ...changes,
});

describe("what the lead form says until its owner writes something else", () => {
  it("§9 promises the screensavers if there are some", () => {
    const form = parseLeadForm(
      columns({ screensaver_enabled: true, screensaver_link: "https://example.com/pack.zip" }),
    );
    expect(form).toMatchObject(LEAD_FORM_TEXTS);
  });

  it("promises none if there's nothing to download", () => {
    const form = parseLeadForm(columns({ collect_without_download: true }));
    expect(form).toMatchObject({ title: "Stay in touch", button: "Sign up", download: null });
    expect(JSON.stringify(form)).not.toMatch(/screensaver|download"?:"/i);
  });

  it("is the owner's own text in both cases", () => {
    const own = { lead_capture_title: "The list", button_text: "Join", disclaimer_text: "One a month." };
    const form = parseLeadForm(columns({ collect_without_download: true, ...own }));
    expect(form).toMatchObject({ title: "The list", button: "Join", disclaimer: "One a month." });
  });
});
