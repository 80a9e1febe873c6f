import { availableParallelism } from "node:os";
import { failure } from "#src/lib/errors.ts";
import { FairQueue, TooManyOfYours, TooManyWaiting } from "#src/lib/fair-queue.ts";
import { loadSharp, type Sharp } from "#src/platform/pictures/sharp.ts";
import { MEDIA_ERRORS } from "./contract.ts";
import { type PictureType, type Tones, tonesOf } from "./rules.ts";

/**
 * Decoding times per megapixel differ so much that each format gets its own limit, to stay below a second on
 * one core. JPEGs are decoded at reduced size.
 */
const PIXELS_MAX: Readonly<Record<string, number>> = {
  jpeg: 50_000_000,
  png: 24_000_000,
  webp: 24_000_000,
  gif: 24_000_000,
  heif: 12_000_000,
};
const DECODE_SECONDS_MAX = 20;
const QUALITY = 82;

/** The stored sizes in pixels: squares are cropped to their side, what stays inside is only scaled down. */
const SIZES = {
  avatar: { width: 512, height: 512, fit: "cover" },
  icon: { width: 128, height: 128, fit: "cover" },
  background: { width: 1200, height: 1800, fit: "inside" },
  mail: { width: 1200, height: 1800, fit: "inside" },
} as const;
export type Purpose = keyof typeof SIZES;
type SharpPicture = ReturnType<Sharp>;

export interface Picture {
  content: Uint8Array;
  content_type: PictureType;
  width: number;
  height: number;
  /** Of a background, because text is on it. */
  darkest: string | null;
  lightest: string | null;
}

/** A decoded picture takes up to 100 MB, a waiting one up to 10. */
const queue = new FairQueue({
  workers: Math.min(4, Math.max(2, availableParallelism())),
  waitingMax: 20,
  waitingPerAccountMax: 8,
});

/**
 * Decodes a picture and re-encodes it: upright, in the size for its purpose, in sRGB, and without metadata.
 */
export async function encodePicture(
  original: Uint8Array,
  { purpose, account }: { purpose: Purpose; account: string },
): Promise<Picture> {
  if (original.length === 0) notAPicture();
  try {
    return await queue.take(account, () => encode(original, purpose));
  } catch (error) {
    if (error instanceof TooManyOfYours) throw failure(MEDIA_ERRORS, "TOO_MANY_PICTURES");
    if (error instanceof TooManyWaiting) throw failure(MEDIA_ERRORS, "PICTURES_BUSY");
    throw error;
  }
}

async function encode(original: Uint8Array, purpose: Purpose): Promise<Picture> {
  const sharp = await loadSharp();
  const { format, width, height, hasAlpha } = await sharp(original, { limitInputPixels: false })
    .metadata()
    .catch(notAPicture);
  const pixelsMax = PIXELS_MAX[format] ?? notAPicture();
  if (width * height > pixelsMax) throw failure(MEDIA_ERRORS, "PICTURE_TOO_LARGE");
  const picture = sharp(original, { limitInputPixels: pixelsMax, failOn: "error" })
    .autoOrient()
    .resize({ ...SIZES[purpose], withoutEnlargement: SIZES[purpose].fit === "inside" })
    .timeout({ seconds: DECODE_SECONDS_MAX });
  const content_type = purpose !== "mail" ? "image/webp" : hasAlpha ? "image/png" : "image/jpeg";
  const { data, info } = await encoders[content_type](picture)
    .toBuffer({ resolveWithObject: true })
    .catch(notAPicture);
  const tones = purpose === "background" ? await measureTones(sharp, data) : NO_TONES;
  return { content: data, content_type, width: info.width, height: info.height, ...tones };
}

const NO_TONES = { darkest: null, lightest: null };
/** On a phone a pixel of this size is as large as a letter, so finer patterns average out for readers, too. */
const MEASURED_SIDE_PIXELS = 120;

async function measureTones(sharp: Sharp, picture: Uint8Array): Promise<Tones> {
  const pixels = await sharp(picture)
    .resize({ width: MEASURED_SIDE_PIXELS, height: MEASURED_SIDE_PIXELS, fit: "inside" })
    .removeAlpha()
    .toColorspace("srgb")
    .raw()
    .toBuffer();
  return tonesOf(pixels, 3);
}

/** WebP is the smallest, but Outlook on Windows shows none. */
const encoders: Record<PictureType, (picture: SharpPicture) => SharpPicture> = {
  "image/webp": (picture) => picture.webp({ quality: QUALITY }),
  "image/jpeg": (picture) => picture.jpeg({ quality: QUALITY }),
  "image/png": (picture) => picture.png({ palette: true, quality: QUALITY, effort: 4 }),
};

function notAPicture(): never {
  throw failure(MEDIA_ERRORS, "NOT_A_PICTURE");
}
