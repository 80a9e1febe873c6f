/* Detects a file's format by its first bytes, because its name and type can claim anything. */

/** Formats that other programs export as a picture. */
type Kind = "JPEG XL" | "JPEG 2000" | "BMP" | "Photoshop" | "SVG" | "PDF" | "ICO";

const HEIC =
  "This is a HEIC picture, the format iPhones save, and we can’t read it. Upload it from the phone, which makes a JPEG of it, or export it as JPEG first.";
const RAW = "This is a TIFF file, or a camera’s RAW file. Export it as JPEG, and upload that.";
const VIDEO = "This is a video. Upload a picture, such as a frame of it.";
const WEB_PAGE = "This is a web page. Save the picture itself, and upload that.";
const DAMAGED = "This picture is damaged or incomplete. Upload it again, or use another copy.";
const UNKNOWN = "We can’t read this file as a picture. Use a JPEG, PNG, WebP, GIF or AVIF file.";

const exported = (kind: Kind) =>
  `We can’t read ${kind} files. Export this one as JPEG or PNG, and upload that.`;

const STARTS: readonly (readonly [sentence: string, at: number, start: string])[] = [
  [DAMAGED, 0, "\xff\xd8\xff"],
  [DAMAGED, 0, "\x89PNG\r\n\x1a\n"],
  [DAMAGED, 0, "GIF8"],
  [DAMAGED, 8, "WEBP"],
  [RAW, 0, "II*\0"],
  [RAW, 0, "MM\0*"],
  [RAW, 0, "II+\0"],
  [RAW, 0, "MM\0+"],
  // Olympus, Panasonic, Fujifilm, Sigma.
  [RAW, 0, "IIRO"],
  [RAW, 0, "IIU\0"],
  [RAW, 0, "FUJIFILMCCD-RAW"],
  [RAW, 0, "FOVb"],
  [exported("JPEG XL"), 0, "\xff\x0a"],
  [exported("JPEG XL"), 4, "JXL "],
  [exported("JPEG 2000"), 4, "jP  "],
  [exported("JPEG 2000"), 0, "\xff\x4f\xff\x51"],
  [exported("BMP"), 0, "BM"],
  [exported("Photoshop"), 0, "8BPS"],
  [exported("PDF"), 0, "%PDF"],
  [exported("ICO"), 0, "\0\0\x01\0"],
  [VIDEO, 0, "\x1aE\xdf\xa3"],
  [VIDEO, 8, "AVI "],
];

const HEAD_BYTES = 4096;

/** Explains why a file couldn't be read as a picture: its format, and the remedy. */
export function unreadableReason(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  const brands = brandsIn(head);
  if (brands) return ofBrands(brands);
  const found = STARTS.find(([, at, start]) => head.startsWith(start, at));
  if (found) return found[0];
  const text = head.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (!text.startsWith("<")) return UNKNOWN;
  if (/<svg[\s>]/i.test(text)) return exported("SVG");
  return /^<(?:!doctype html|html)[\s>]/i.test(text) ? WEB_PAGE : UNKNOWN;
}

function ofBrands(brands: readonly string[]): string {
  const has = (pattern: RegExp) => brands.some((brand) => pattern.test(brand));
  if (has(/^avi[fs]$/)) return DAMAGED;
  if (has(/^(?:he[iv][cxms]|hei[ms]|hev[ms]|mif\d|msf1)$/)) return HEIC;
  return has(/^crx /) ? RAW : VIDEO;
}

/** The brands in the first box of an MP4, HEIF, or AVIF file (ISO 14496-12). Undefined for other files. */
function brandsIn(head: string): string[] | undefined {
  if (!head.startsWith("ftyp", 4)) return undefined;
  const length = Buffer.from(head.slice(0, 4), "latin1").readUInt32BE();
  const [major = "", , ...compatible] = head.slice(8, Math.min(length, 256)).match(/.{4}/gs) ?? [];
  return [major, ...compatible];
}

/** True for animations of which we can only read the first frame: PNGs (their chunk `acTL`) and AVIF sequences. */
export function isUnsupportedAnimation(bytes: Uint8Array): boolean {
  const brands = brandsIn(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1"));
  if (brands) return brands.includes("avis");
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (head.toString("latin1", 1, 4) !== "PNG") return false;
  for (let at = 8; at + 8 <= head.length; at += head.readUInt32BE(at) + 12) {
    const chunk = head.toString("latin1", at + 4, at + 8);
    if (chunk === "acTL" || chunk === "IDAT") return chunk === "acTL";
  }
  return false;
}

/**
 * True for pictures that are decoded line by line. Others, such as AVIFs, and JPEGs and PNGs that get sharper as
 * they load, take many bytes of memory for each pixel.
 */
export function isLinewise(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 32)).toString("latin1");
  if (head.startsWith("\xff\xd8")) return isLinewiseJpeg(bytes);
  if (head.startsWith("\x89PNG")) return head.charAt(INTERLACING_AT) === "\0";
  return head.startsWith("GIF8") || head.startsWith("WEBPVP8 ", 8);
}

export function isGif(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "GIF8";
}

/** The offset of a PNG's interlacing flag. */
const INTERLACING_AT = 28;

/** True if all colors of a JPEG are in one scan. */
function isLinewiseJpeg(bytes: Uint8Array): boolean {
  let channels = -1;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xc0 || marker === 0xc1) channels = bytes[at + 9] ?? 0;
    if (marker === 0xda) return bytes[at + 4] === channels;
    at += 2 + 256 * (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0);
  }
  return false;
}
