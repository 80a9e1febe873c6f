// @project unit
import { describe, expect, it } from "vitest";
import { box, MP4, WEBM, withBytes } from "#test/harness/videos.ts";
import { VIDEO_REFUSALS } from "./refusals.ts";
import { readVideo } from "./videos.ts";

function refusalOf(file: Uint8Array): string {
  try {
    return `taken as ${readVideo(file).content_type}`;
  } catch (error) {
    return (error as Error).message;
  }
}

const holds = (file: Uint8Array, text: string) => Buffer.from(file).includes(text);
const bytes = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part))),
  );

/** The offset of the content of a box or of the bytes of an element. */
const behind = (file: Uint8Array, start: string) =>
  Buffer.from(file).indexOf(start, 0, "latin1") + start.length;

function changed(file: Uint8Array, at: number, value: number, length: 1 | 2 | 4 = 4): Uint8Array {
  const copy = Buffer.from(file);
  copy.writeUIntBE(value, at, length);
  return copy;
}

describe("a video", () => {
  it.each([
    ["MP4", MP4, "video/mp4"],
    ["WebM", WEBM, "video/webm"],
  ])("in %s is read without its name", (_, file, content_type) => {
    const { content, ...facts } = readVideo(file);
    expect(facts).toMatchObject({ content_type, width: 96, height: 160 });
    expect(facts.seconds).toBeCloseTo(2, 1);
    expect(content).toHaveLength(file.length);
  });

  it.each([
    ["MP4", MP4],
    ["WebM", WEBM],
  ])("in %s keeps its frames and loses where it was filmed", (_, file) => {
    expect(holds(file, "38.72")).toBe(true);
    const { content } = readVideo(file);
    expect(holds(content, "38.72")).toBe(false);
    // What's left is a whole video, in which nothing has moved.
    expect(readVideo(content).content).toEqual(content);
    const differing = content.filter((byte, at) => byte !== file[at]).length;
    expect(differing).toBeLessThan(file.length / 4);
  });

  it("that was filmed upright lies on its side in the file", () => {
    const matrix = behind(MP4, "tkhd") + 40;
    expect(readVideo(changed(MP4, matrix, 0))).toMatchObject({ width: 160, height: 96 });
  });

  it("of a recorder doesn't say how long it is", () => {
    const unknown = withBytes(WEBM, "\x44\x89", "\x44\x88");
    expect(readVideo(unknown).seconds).toBeCloseTo(1.875, 2);
  });

  it.each([
    ["a text", bytes("hello"), "unknown"],
    ["nothing", bytes(), "unknown"],
    ["a web page", bytes("<!doctype html><title>x</title>"), "unknown"],
    ["a JPEG", bytes("\xff\xd8\xff\xe0JFIF"), "picture"],
    ["a WebP", bytes("RIFF\0\0\0\0WEBPVP8 "), "picture"],
    ["a HEIC", bytes("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), "picture"],
    ["a QuickTime movie", withBytes(MP4, "ftypisom", "ftypqt  "), "quickTime"],
    ["an old QuickTime movie", bytes("\0\0\0\x08wide"), "quickTime"],
    ["a Matroska file", bytes("\x1aE\xdf\xa3\x8b\x42\x82\x88matroska\x18S\x80g\x80"), "matroska"],
    ["an iPhone's HEVC", withBytes(MP4, "avc1\0", "hvc1\0"), "hevc"],
    ["MPEG-4 of old cameras", withBytes(MP4, "avc1\0", "mp4v\0"), "format"],
    ["H.264 in ten bits", changed(MP4, behind(MP4, "avcC") + 1, 110, 1), "format"],
    ["sound alone in MP4", withBytes(MP4, "vide", "soun"), "soundOnly"],
    ["sound alone in WebM", withBytes(WEBM, "\x83\x81\x01", "\x83\x81\x02"), "soundOnly"],
    ["Theora in WebM", withBytes(WEBM, "V_VP8", "V_XYZ"), "format"],
    [
      "more pixels than it may have",
      changed(MP4, behind(MP4, "avc1\0\0\0\0\0\0") + 18, 2560, 2),
      "tooManyPixels",
    ],
    ["no pixels", changed(MP4, behind(MP4, "avc1\0\0\0\0\0\0") + 18, 0, 2), "damaged"],
    ["more than a minute", changed(MP4, behind(MP4, "mvhd") + 16, 61_000), "tooLong"],
    ["no measure of time", changed(MP4, behind(MP4, "mvhd") + 12, 0), "damaged"],
    ["frames behind its end", changed(MP4, behind(MP4, "stco") + 8, 1 << 24), "damaged"],
    ["a movie without frames", bytes(box("ftyp", bytes("isom")), box("moov"), box("mdat")), "damaged"],
    ["boxes without end", bytes(MP4, ...Array.from({ length: 20_001 }, () => box("free"))), "damaged"],
  ] as const)("isn't %s, which is refused in a sentence", (_, file, reason) => {
    expect(refusalOf(file)).toBe(VIDEO_REFUSALS[reason]);
  });

  it.each([
    ["MP4", MP4],
    ["WebM", WEBM],
  ])("in %s that was cut off anywhere is refused", (_, file) => {
    for (let length = 0; length < file.length; length += 61)
      expect([length, refusalOf(file.subarray(0, length))]).toEqual([
        length,
        expect.not.stringMatching(/^taken/),
      ]);
  });

  it.each([
    ["MP4", MP4],
    ["WebM", WEBM],
  ])("in %s with any byte changed is taken or refused, and never fails", (_, file) => {
    const reasons = new Set<string>(Object.values(VIDEO_REFUSALS));
    for (let at = 0; at < file.length; at += 7)
      for (const byte of [0, 1, 0x7f, 0xff]) {
        const answer = refusalOf(changed(file, at, byte, 1));
        if (!answer.startsWith("taken")) expect(reasons).toContain(answer);
      }
  });
});
