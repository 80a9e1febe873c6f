import { describe, expect, it } from "vitest";
import { type LeadDraft, parseLead } from "./rules.ts";

const draft = (changes: Partial<LeadDraft> = {}): LeadDraft => ({
  name: "Mia",
  email: "mia@example.com",
  phone: "",
  ...changes,
});

describe("§5 what is kept of a submitted form", () => {
  it("is the e-mail address trimmed and lowercased, and name and phone number trimmed", () => {
    const filled = draft({ name: "  Mia Moreno\n", email: " MIA@Example.COM ", phone: " 030/123456 " });
    expect(parseLead(filled, "optional")).toEqual({
      ok: true,
      fields: { name: "Mia Moreno", email: "mia@example.com", phone: "030/123456" },
    });
  });

  it.each([
    ["no name", { name: " " }],
    ["a name without anything to see", { name: "\u200b\u2060" }],
    ["a name that is nothing but a script", { name: "<script>alert(1)</script>" }],
    ["no e-mail", { email: "" }],
  ])("is nothing with %s: both are required", (_what, changes) => {
    expect(parseLead(draft(changes), "hidden")).toEqual({ ok: false, code: "MISSING_INFORMATION" });
  });

  it.each([
    ["hidden", "", null],
    ["hidden", "+1 555 0100", null],
    ["optional", " ", null],
    ["optional", "+1 555 0100", "+1 555 0100"],
    ["required", "+1 555 0100", "+1 555 0100"],
  ] as const)("with a phone that is %s and filled with '%s' is the phone %s", (rule, phone, kept) => {
    expect(parseLead(draft({ phone }), rule)).toMatchObject({ ok: true, fields: { phone: kept } });
  });

  it("needs a phone number where it's required, and a real one wherever it's asked for", () => {
    expect(parseLead(draft(), "required")).toEqual({ ok: false, code: "PHONE_REQUIRED" });
    expect(parseLead(draft({ phone: "call me" }), "optional")).toEqual({ ok: false, code: "PHONE_INVALID" });
    expect(parseLead(draft({ phone: "call me" }), "hidden")).toMatchObject({ ok: true });
  });

  it("includes the name after the text gate", () => {
    expect(parseLead(draft({ name: "Mia<script>x</script> <b>O'Neil</b>\u202e" }), "hidden")).toMatchObject({
      fields: { name: "Mia <b>O'Neil</b>" },
    });
    const long = parseLead(draft({ name: "x".repeat(3000) }), "hidden");
    expect(long.ok && long.fields.name.length).toBe(100);
  });
});
