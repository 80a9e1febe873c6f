import { readFileSync } from "node:fs";

/*
 * Two seconds of a test card, 96 × 160 pixels, that say where they were filmed (38.72, -9.14), made with ffmpeg:
 * H.264 in an MP4, and VP8 in a WebM, which every Chromium plays.
 */
const read = (name: string) =>
  new Uint8Array(readFileSync(new URL(`./videos/${name}`, import.meta.url))) as Uint8Array<ArrayBuffer>;

export const MP4 = read("loop.mp4");
export const WEBM = read("loop.webm");

/** A video as uploaded by a form. Its name and its type say nothing. */
export function videoForm(content: Uint8Array<ArrayBuffer> = WEBM, name = "Beach at night.bin"): FormData {
  const form = new FormData();
  form.set("file", new File([content], name, { type: "application/octet-stream" }));
  return form;
}

/** A box of an MP4 file (ISO 14496-12). */
export function box(type: string, ...content: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type, "latin1"), ...content]);
  bytes.writeUInt32BE(bytes.length);
  return new Uint8Array(bytes);
}

/** The same file with other bytes in place of `from`, which are as many. */
export function withBytes(file: Uint8Array, from: string, to: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(file);
  const at = bytes.indexOf(from, 0, "latin1");
  if (at < 0 || from.length !== to.length) throw new Error(`There’s no ${from} to replace.`);
  bytes.write(to, at, "latin1");
  return new Uint8Array(bytes);
}
