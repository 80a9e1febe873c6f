// @project unit
import fc from "fast-check";
import { simpleParser } from "mailparser";
import { expect, it } from "vitest";
import { toQuotedPrintable } from "./quoted-printable.ts";

const HEAD = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n";
const encode = (text: string) => toQuotedPrintable(text, "").toString("latin1");

/** What a reader of e-mail makes of it. */
async function read(encoded: string): Promise<string | undefined> {
  return (await simpleParser(HEAD + encoded)).text;
}

it("writes what RFC 2045 says, and divides no character", () => {
  expect(encode("a=b\tc \nd\t\r\ne\rf ")).toBe("a=3Db\tc=20\r\nd=09\r\ne\r\nf=20");
  expect(encode("x".repeat(76))).toBe(`${"x".repeat(75)}=\r\nx`);
  expect(encode(`${"x".repeat(66)}👋`)).toBe(`${"x".repeat(66)}=\r\n=F0=9F=91=8B`);
  expect(encode("")).toBe("");
});

it("stays as it is while more is encoded, after its head", () => {
  const first = toQuotedPrintable("a=b", "Head: 1\r\n\r\n");
  toQuotedPrintable("x".repeat(100), "");
  expect(first.toString("latin1")).toBe("Head: 1\r\n\r\na=3Db");
});

it("is read as it was written, whatever it says, in lines of 76 characters at most", async () => {
  const piece = fc.oneof(
    fc.constantFrom("\n", "\r\n", " ", "\t", "=", ".", "’", "👋", "日本", "x".repeat(74)),
    fc.string({ unit: "grapheme" }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      // The reader takes line breaks off the end.
      const text = `${pieces.join("").replace(/\r\n?/g, "\n")}.`;
      const encoded = encode(text);
      expect(encoded).toMatch(/^[\t\r\n -~]*$/);
      for (const line of encoded.split("\r\n")) expect(line).toMatch(/^(?:.{0,75}[^ \t])?$/);
      expect(await read(encoded)).toBe(text);
    }),
  );
});
