import { describe, expect, it } from "vitest";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";
import { addressRisk } from "./page/address-quality.ts";
import { suggestAddress } from "./page/typo.ts";
import { isPhone } from "./rules.ts";

const LABEL_63 = "d".repeat(63);
const longest = `${"a".repeat(58)}@${LABEL_63}.${LABEL_63}.${LABEL_63}.com`;

it.each([
  ["nora@gmial.com", "nora@gmail.com"],
  ["Nora@GMAIL.con ", "nora@gmail.com"],
  ["nora@yaho.com", "nora@yahoo.com"],
  ["a@b@hotmaill.com", "a@b@hotmail.com"],
  ["nora@gmail.com", undefined],
  ["nora@mail.com", undefined],
  ["nora@gmx.de", undefined],
  ["gmial.com", undefined],
  ["", undefined],
])("%s probably means %s", (typed, meant) => expect(suggestAddress(typed)).toBe(meant));

it("an address is shared, thrown away, or neither", () => {
  expect(["info@a.example", "info@mailinator.com", "nora@a.example"].map(addressRisk)).toEqual([
    ...["role", "disposable", undefined],
  ]);
});

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

it("an address full of marks is refused at once", () => {
  const started = performance.now();
  const email = normalEmail(`a${"\u0301\u0323".repeat(30_000)}@x.example`);
  expect(isEmail(email)).toBe(false);
  expect(isEmail(normalEmail(`${"u\u0308\u0301".repeat(200)}@x.example`))).toBe(false);
  expect(performance.now() - started).toBeLessThan(500);
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
