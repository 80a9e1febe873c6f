// @project unit
import { type Zippable, zipSync } from "fflate";
import { expect, it } from "vitest";
import { fileFacts } from "./file-types.ts";

const WORDS = Buffer.from("Hello");

function zip(names: string[], options: object = {}): Buffer {
  const files: Zippable = Object.fromEntries(names.map((name) => [name, [WORDS, options]]));
  return Buffer.from(zipSync(files));
}
/** Overwrites what follows each place with this sign. */
function changed(archive: Buffer, sign: string, at: number, bytes: number[]): Buffer {
  const copy = Buffer.from(archive);
  const found = copy.indexOf(Buffer.from(sign, "latin1"));
  copy.set(bytes, found + at);
  return copy;
}
const isTaken = (content: Uint8Array, name = "songs.zip") => fileFacts(name, content) !== undefined;

const ENTRY = "PK\x01\x02";
const HEADER = "PK\x03\x04";
const END = "PK\x05\x06";
const UNICODE_PATH = 0x7075;
/** A second name: a version, a checksum and the name. */
const named = (name: string) => ({ extra: { [UNICODE_PATH]: Buffer.from(`\x01\0\0\0\0${name}`) } });

it("5.2.7 archives of songs, documents and books may be attached, with a comment and with names in any script", () => {
  expect(isTaken(zip(["01 Ä.mp3", "Cover 👩‍🎤.jpg", "تذكرة.pdf", "words/", "words/01.docx"]))).toBe(true);
  expect(isTaken(zip(["01.mp3"], named("01 Ä.mp3")))).toBe(true);
  expect(isTaken(zip(["OEBPS/one.xhtml", "OEBPS/cover.svg"]), "book.epub")).toBe(true);
  expect(isTaken(zip(["word/media/image1.svg"]), "letter.docx")).toBe(true);
  const commented = Buffer.concat([changed(zip(["a.mp3"]), END, 20, [3, 0]), Buffer.from("Hi!")]);
  expect(isTaken(commented)).toBe(true);
  expect(isTaken(zip(Array.from({ length: 2000 }, (_, index) => `${index}.mp3`)))).toBe(true);
});

it("5.2.7 archives are refused if they hide what computers run, or if programs could read them differently", () => {
  const plain = zip(["a.mp3"]);
  const refused: Record<string, Uint8Array> = {
    program: zip(["songs/evil.EXE"]),
    page: zip(["index.html"]),
    "another archive": zip(["more.tar.gz"]),
    "a program with a control": zip(["evil.exe\0"]),
    "a line break": zip(["a\r\nb.mp3"]),
    "another name": zip(["a.mp3"], named("evil.exe")),
    encrypted: changed(plain, ENTRY, 8, [1]),
    "encrypted, where its content is": changed(plain, HEADER, 6, [1]),
    "called something else where its content is": changed(plain, HEADER, 30, [...Buffer.from("b")]),
    nothing: zip([]),
    "nothing, behind the beginning of something": Buffer.concat([
      Buffer.from(HEADER),
      changed(zip([]), END, 16, [4]),
    ]),
    "too many": zip(Array.from({ length: 2001 }, (_, index) => `${index}.mp3`)),
    "a long name": zip(["x".repeat(600)]),
    "no directory": plain.subarray(0, plain.indexOf(ENTRY)),
    "an overrunning name": changed(plain, ENTRY, 28, [0xff, 1]),
    "an overrunning field": changed(plain, ENTRY, 30, [4]),
    "fewer than it says": changed(changed(plain, END, 8, [2]), END, 10, [2]),
    "more than it says": changed(changed(zip(["a.mp3", "b.mp3"]), END, 8, [1]), END, 10, [1]),
    "content outside of it": changed(plain, ENTRY, 42, [0xff, 0xff, 0xff, 0xff]),
    "a directory outside of it": changed(plain, END, 16, [0xff, 0xff, 0xff, 0xff]),
    "an archive in its comment": Buffer.concat([changed(plain, END, 20, [22, 0]), zip([])]),
    "nothing but signs": Buffer.concat([Buffer.from(HEADER), Buffer.alloc(5 * 1024 * 1024, ENTRY)]),
    "something behind it": Buffer.concat([plain, WORDS]),
  };
  for (const [why, content] of Object.entries(refused)) expect([why, isTaken(content)]).toEqual([why, false]);
  for (const ending of ["cab", "img", "vhd", "xll", "jnlp", "mjs", "isp", "nsh", "ex_", "diagcab"])
    expect([ending, isTaken(zip([`a.${ending}`]))]).toEqual([ending, false]);
});

it("a name full of marks is cut at once, and keeps its ending", () => {
  const started = performance.now();
  const name = fileFacts(`a${"\u0301\u0323".repeat(50_000)}.txt`, Buffer.from("words"))?.name;
  expect(name).toMatch(/\.txt$/);
  expect(performance.now() - started).toBeLessThan(500);
});
