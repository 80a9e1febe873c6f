import { describe, expect, it } from "vitest";
import { isEmail, isPhone, type LeadDraft, parseLead } from "./rules.ts";

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

const LABEL_63 = "d".repeat(63);
const longest = `${"a".repeat(58)}@${LABEL_63}.${LABEL_63}.${LABEL_63}.com`;

describe("an e-mail address", () => {
  it.each([
    "a@b.co",
    "mia+fans@example.com",
    "first.last@sub.domain.example",
    "o'neil@example.ie",
    '"mia moreno"@example.com',
    '"quoted\\"sign@inside"@example.com',
    "müller@bücher.example",
    "用户@例子.广告",
    "mia@xn--bcher-kva.example",
    longest,
  ])("can be %s", (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    "mia",
    "@example.com",
    "mia@",
    "mia@localhost",
    "mia@example.123",
    "mia@-example.com",
    "mia@example-.com",
    "mia@exa mple.com",
    "mia@@example.com",
    "mia moreno@example.com",
    ".mia@example.com",
    "mia..m@example.com",
    "mia.@example.com",
    "mia@example..com",
    "mia@example.com.",
    "<mia@example.com>",
    "mia@example.com,eve@example.com",
    "mia\u200b@example.com",
    'mia"x"@example.com',
    "mia@example.com\nBcc: eve@example.com",
    `${"a".repeat(65)}@example.com`,
    `a${longest}`,
    "",
  ])("can't be %j", (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it("is checked in no time, however it's built", () => {
    // A pattern that tries every split of this would never finish.
    expect(isEmail(`${"a.".repeat(2000)}@${"b-".repeat(2000)}`)).toBe(false);
    expect(isEmail(`"${"\\a".repeat(2000)}@example.com`)).toBe(false);
  });
});

describe("a phone number", () => {
  it.each([
    "+49 30 1234567",
    "(030) 123-4567",
    "0049.30.1234567",
    "030/12 34 56 ext. 7",
    "+1-555-0100 x12",
    "٠١٢٣٤٥٦٧٨٩",
  ])("can be written %s", (text) => {
    expect(isPhone(text)).toBe(true);
  });

  it.each([
    "123",
    "call me",
    "1".repeat(26),
    "+",
    "555-CALL-NOW",
    "0301234567<b>",
    "=1+1",
    "mia@example.com",
  ])("can't be %s", (text) => {
    expect(isPhone(text)).toBe(false);
  });
});
