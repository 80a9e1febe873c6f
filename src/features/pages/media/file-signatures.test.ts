// @project unit
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { isLinewise, unreadableReason } from "./file-signatures.ts";

const bytes = (start: string) => Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(600)]);
const boxed = (...brands: string[]) => {
  const length = String.fromCharCode(16 + 4 * (brands.length - 1));
  const [major = "", ...compatible] = brands;
  return bytes(`\0\0\0${length}ftyp${major}\0\0\0\0${compatible.join("")}`);
};

describe("a file that isn't a picture we can read", () => {
  it.each([
    ["a picture from an iPhone", boxed("heic", "mif1", "heic"), "This is a HEIC picture"],
    ["several from an iPhone", boxed("hevc", "msf1", "hevc"), "This is a HEIC picture"],
    ["one with ten bits", boxed("heix", "mif1"), "This is a HEIC picture"],
    ["one whose brand is only told below", boxed("mif1", "heic", "MiHB"), "This is a HEIC picture"],
    ["a raw one from an iPhone", bytes("MM\0*\0\0\0\x08"), "a camera’s RAW file"],
    ["a raw one from Nikon", bytes("II*\0\x08\0\0\0"), "a camera’s RAW file"],
    ["a raw one from Canon", boxed("crx ", "isom"), "a camera’s RAW file"],
    ["a raw one from Fujifilm", bytes("FUJIFILMCCD-RAW 0201"), "a camera’s RAW file"],
    ["a video from an iPhone", boxed("qt  "), "This is a video"],
    ["a video from Android", boxed("mp42", "isom"), "This is a video"],
    ["a WebM", bytes("\x1aE\xdf\xa3"), "This is a video"],
    ["an AVI", bytes("RIFF\0\0\0\0AVI LIST"), "This is a video"],
    ["a BMP", bytes("BM\x36"), "We can’t read BMP files"],
    ["a Photoshop file", bytes("8BPS\0\x01"), "We can’t read Photoshop files"],
    ["a PDF", bytes("%PDF-1.7"), "We can’t read PDF files"],
    ["a JPEG XL", bytes("\0\0\0\x0cJXL \r\n\x87\n"), "We can’t read JPEG XL files"],
    ["a JPEG 2000", bytes("\0\0\0\x0cjP  \r\n\x87\n"), "We can’t read JPEG 2000 files"],
    [
      "an SVG",
      bytes('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x --><svg xmlns="a">'),
      "We can’t read SVG files",
    ],
    ["a web page", bytes("\n<!DOCTYPE html><title>x</title>"), "This is a web page"],
    ["a JPEG that breaks off", bytes("\xff\xd8\xff\xe0"), "This picture is damaged or incomplete"],
    ["an AVIF that breaks off", boxed("avif", "mif1", "miaf"), "This picture is damaged or incomplete"],
    ["text", Buffer.from("hello"), "We can’t read this file as a picture"],
    ["nothing", Buffer.alloc(0), "We can’t read this file as a picture"],
    ["a box without end", bytes("\xff\xff\xff\xffftyp"), "This is a video"],
  ])("%s gets a sentence", (_, content, sentence) => {
    expect(unreadableReason(content)).toContain(sentence);
  });
});

describe("a picture", () => {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const picture = () => sharp({ create: { width: 90, height: 60, channels: 3, background: "#fff", noise } });

  it("goes line by line unless its colors or details come one after the other", async () => {
    expect(isLinewise(await picture().jpeg().toBuffer())).toBe(true);
    expect(isLinewise(await picture().grayscale().jpeg().toBuffer())).toBe(true);
    expect(
      isLinewise(
        await picture()
          .withExif({ IFD0: { Make: "x" } })
          .jpeg()
          .toBuffer(),
      ),
    ).toBe(true);
    expect(isLinewise(await picture().jpeg({ progressive: true }).toBuffer())).toBe(false);
    const separate = Buffer.from(await picture().jpeg().toBuffer());
    separate[separate.indexOf(Buffer.from([0xff, 0xda])) + 4] = 1;
    expect(isLinewise(separate)).toBe(false);
    expect(isLinewise(await picture().png().toBuffer())).toBe(true);
    expect(isLinewise(await picture().png({ progressive: true }).toBuffer())).toBe(false);
    expect(isLinewise(await picture().webp().toBuffer())).toBe(true);
    expect(isLinewise(await picture().webp({ lossless: true }).toBuffer())).toBe(false);
    expect(isLinewise(await picture().avif({ effort: 0 }).toBuffer())).toBe(false);
  });

  it("that is nothing but its first bytes, or goes on forever, isn't", () => {
    for (const content of ["\xff\xd8", "\xff\xd8\xff\xff\xff\xff", "\xff\xd8\xff\xe0\xff\xff", ""])
      expect(isLinewise(bytes(content))).toBe(false);
  });
});
