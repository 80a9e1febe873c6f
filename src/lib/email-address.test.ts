import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inboxOf, isEmail, normalEmail, parseEmail } from "./email-address.ts";

describe("an e-mail address", () => {
  it.each([
    ["nora@fans.example", "nora@fans.example"],
    ["  Nora@Fans.Example\n", "nora@fans.example"],
    ["nora@münchen.example", "nora@xn--mnchen-3ya.example"],
    ["NORA@MÜNCHEN.example", "nora@xn--mnchen-3ya.example"],
    ["nora@mu\u0308nchen.example", "nora@xn--mnchen-3ya.example"],
    ["nora@xn--mnchen-3ya.example", "nora@xn--mnchen-3ya.example"],
    ["nora@почта.рф", "nora@xn--80a1acny.xn--p1ai"],
    ["nora@例え。テスト", "nora@xn--r8jz45g.xn--zckzah"],
    ["jörg@münchen.example", "jörg@xn--mnchen-3ya.example"],
    ["ｎｏｒａ＠ｆａｎｓ．ｅｘａｍｐｌｅ", "nora@fans.example"],
    ["nora@fans.example.", "nora@fans.example"],
    ["nora@fans.example,", "nora@fans.example"],
    ["mailto:nora@fans.example?subject=Hi", "nora@fans.example"],
    ["MAILTO:nora%2Bnews@fans.example", "nora+news@fans.example"],
    ["Nora Fan <nora@fans.example>", "nora@fans.example"],
    ['"Fan, Nora" <Nora@fans.example>;', "nora@fans.example"],
    ["<nora@fans.example>", "nora@fans.example"],
    ["\u200bnora@\u00adfans.example\ufeff", "nora@fans.example"],
    ["\u202anora@fans.example\u202c", "nora@fans.example"],
    ["o!brien&co@fans.example", "o!brien&co@fans.example"],
    ['"nora"@fans.example', "nora@fans.example"],
    ['"nora fan"@fans.example', '"nora fan"@fans.example'],
    ["nora+tag@fans.example", "nora+tag@fans.example"],
    [`${"a".repeat(64)}@fans.example`, `${"a".repeat(64)}@fans.example`],
  ])("%j is %s", (typed, email) => {
    expect(parseEmail(typed)).toBe(email);
  });

  it.each([
    ...["", "@", "nora", "nora@", "@fans.example", "nora@localhost", "nora@127.0.0.1", "nora@fans..example"],
    ...["nora fan@fans.example", "nora.@fans.example", ".nora@fans.example", "no..ra@fans.example"],
    ...[
      "nora@-fans.example",
      "nora@fans_.example",
      "nora@fans.123",
      "nora@fans.example/x",
      "nora@fans.example:25",
    ],
    ...["a@b@fans.example", "nora@fans.example, mia@fans.example", "nora@fans.example\nBcc: x@y.example"],
    ...[`${"a".repeat(65)}@fans.example`, `${"ö".repeat(33)}@fans.example`, `nora@${"a".repeat(64)}.example`],
    ...[`nora@${"abcdefghi.".repeat(25)}example`, `nora@${"ü".repeat(60)}.example`, '"nora@fans.example'],
    ...["\u2028", "\u2029", "\u00a0", "\u3000", "\\\u2028"].map((blank) => `"nora${blank}fan"@fans.example`),
  ])("%j isn't", (typed) => {
    expect(parseEmail(typed)).toBeUndefined();
  });

  it("stays as it is once it's normal, and is never slow", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.domain(), (local, domain) => {
        const email = parseEmail(`${local}@${domain}`);
        if (email !== undefined) expect([normalEmail(email), isEmail(email)]).toEqual([email, true]);
      }),
    );
    for (const piece of ["a.", "@", "<", "mailto:", '"\\', "ü", "\u0301", "\u200b", " "])
      expect(parseEmail(piece.repeat(200_000))).toBeUndefined();
  });
});

it.each([
  ["nora+1@fans.example", "nora@fans.example"],
  ["Nora+a+b@FANS.example", "nora@fans.example"],
  ["n.o.r.a+x@gmail.com", "nora@gmail.com"],
  ["nora@googlemail.com", "nora@gmail.com"],
  ["n.o.r.a@fans.example", "n.o.r.a@fans.example"],
  ["nora@münchen.example", "nora@xn--mnchen-3ya.example"],
  ["+nora@fans.example", "+nora@fans.example"],
])("1.5 the inbox of %s is %s", (email, inbox) => {
  expect(inboxOf(email)).toBe(inbox);
});
