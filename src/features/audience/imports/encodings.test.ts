// @project unit
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import {
  encodingOf,
  guessEncoding,
  isGarbled,
  LETTERS_BYTES_MAX,
  linesWithLetters,
  OTHER,
} from "./encodings.ts";
import type { Encoding } from "./rules.ts";

/** Written by the system's own converter, which isn't what we read with. */
const encoded = (text: string, name: string) =>
  new Uint8Array(execFileSync("iconv", ["-f", "UTF-8", "-t", name], { input: text }));

const NAMES: readonly (readonly [Encoding, string, string])[] = [
  ["windows-1252", "CP1252", "Jürgen Müller;José Núñez;François Lefèvre;Zoë O’Brien"],
  ["windows-1252", "CP1252", "søren@x.dk,Søren Kjær\nåse@x.no,Åse Jørgensen"],
  ["windows-1250", "CP1250", "jiri@x.cz,Jiří Dvořák\nPetr Černý,Lukáš Procházka\nSzőke Gyűrű"],
  ["windows-1250", "CP1250", "Łukasz Wałęsa,Małgorzata Kowalczyńska,Żółć"],
  ["windows-1251", "CP1251", "Иван Петров,Ольга Смирнова"],
  ["windows-1253", "CP1253", "Γιώργος Παπαδόπουλος,Μαρία"],
  ["windows-1254", "CP1254", "Ayşe Yılmaz,Işıl Doğan,Çağlar Öztürk"],
  ["macintosh", "MACINTOSH", "Jürgen Müller;José Núñez;François Lefèvre;Zoë"],
  ["shift_jis", "SHIFT_JIS", "taro@x.example,山田太郎\nさくら,スズキ イチロー"],
  ["gb18030", "GBK", "wang@x.example,王伟\n李小明,北京\n陈静怡,广州"],
  ["big5", "BIG5", "wang@x.example,王小明\n陳美玲,台北\n林志豪,高雄"],
  ["euc-kr", "EUC-KR", "kim@x.example,김철수\n이영희,서울\n박지성"],
  ["koi8-r", "KOI8-R", "Иван Петров,Ольга Смирнова"],
];

describe("how a file's letters are written", () => {
  it.each(NAMES)("is guessed: %s (%s), %s", (encoding, name, text) => {
    const bytes = encoded(text, name);
    expect(encodingOf(bytes)).toBe(OTHER);
    expect(guessEncoding(linesWithLetters(bytes, LETTERS_BYTES_MAX))).toBe(encoding);
    expect(new TextDecoder(encoding).decode(bytes)).toBe(text);
  });

  it.each([
    ["utf-8", Buffer.from("\ufeffJosé")],
    ["utf-8", Buffer.from("José,山田")],
    ["utf-8", Buffer.from("plain")],
    ["utf-16le", Buffer.from("\ufeffJosé", "utf16le")],
    ["utf-16be", Buffer.from("\ufeffJosé,a@x.example", "utf16le").swap16()],
    ["utf-16be", Buffer.from("José,a@x.example", "utf16le").swap16()],
    ["utf-8", Buffer.from("email,name\nno\0ra@x.example,Nora\0\0\0\0\0\0\0\n\u001a")],
    [undefined, Buffer.from("山田太郎さん、鈴木花子,a@x", "utf16le")],
    [undefined, Buffer.from("email\0\u0001\0\u0002")],
    [undefined, Buffer.from("\0\0\0")],
    [undefined, Buffer.from("PK\u0003\u0004x")],
    [undefined, Buffer.from("%PDF-1.7")],
  ] as const)("is told by the file itself: %s", (encoding, bytes) => {
    expect(encodingOf(new Uint8Array(bytes))).toBe(encoding);
  });

  it.each([
    ["a table saved as .xls", "<html><table><tr><td>email</td></tr></table></html>"],
    ["a rich text", String.raw`{\rtf1\ansi email,name\par a@x.example,Ann}`],
    ["an address card", "BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:a@x.example\r\nEND:VCARD"],
    ["data", ' [\n  {"email": "a@x.example"}]'],
    ["a feed", '\ufeff<?xml version="1.0"?><fans/>'],
  ])("belongs to no CSV file, but to %s", (_, text) => {
    expect(encodingOf(Buffer.from(text))).toBeUndefined();
  });

  it("stays Unicode where a few bytes of it are broken", () => {
    const bytes = Buffer.concat([
      Buffer.from("José Müller\nZoë\n山田太郎\nAna "),
      Buffer.from([0xe9]),
      Buffer.from("x\n"),
    ]);
    expect(encodingOf(bytes)).toBe(OTHER);
    expect(guessEncoding(linesWithLetters(bytes, LETTERS_BYTES_MAX))).toBe("utf-8");
  });

  it("is told by a few kilobytes, however long the file and its lines are", () => {
    const long = Buffer.from(`${"José Müller, ".repeat(10_000)}\n${"x".repeat(2_000_000)}é,y\n`, "latin1");
    const lines = linesWithLetters(long, LETTERS_BYTES_MAX);
    expect(lines.length).toBeLessThanOrEqual(LETTERS_BYTES_MAX);
    expect(guessEncoding(lines)).toBe("windows-1252");
  });

  it("knows what nobody wrote", () => {
    for (const text of ["JosÃ©", "Zo\ufffd", "Itâ€™s", "Mu\u0081ller"]) expect(isGarbled(text)).toBe(true);
    for (const text of ["José", "SÃO PAULO", "Âne", "it’s", "山田"]) expect(isGarbled(text)).toBe(false);
  });
});
