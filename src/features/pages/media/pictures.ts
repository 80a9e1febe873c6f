import { availableParallelism } from "node:os";
import { failure } from "#src/lib/errors.ts";
import { FairQueue, QueueFull, TenantQueueFull } from "#src/lib/fair-queue.ts";
import { loadSharp, type Sharp } from "#src/platform/pictures/sharp.ts";
import { ANIMATION_TOO_LARGE, encodeAnimation } from "./animations.ts";
import { MEDIA_ERRORS } from "./contract.ts";
import { cutOut } from "./crops.ts";
import { isGif, isLinewise, isUnsupportedAnimation, unreadableReason } from "./file-signatures.ts";
import type { Crop } from "./framing-rules.ts";
import { type PictureType, type Purpose, SIZES, type Tones, tonesOf } from "./rules.ts";

/**
 * Covers pictures of phones and cameras, and whatever decodes in about a second on one core. JPEGs are
 * decoded at reduced size, most of them line by line.
 */
const PIXELS_MAX: Readonly<Record<string, number>> = {
  jpeg: 52_000_000,
  png: 52_000_000,
  webp: 52_000_000,
  gif: 25_000_000,
  heif: 25_000_000,
};
/** Phones with 200 megapixels make such JPEGs. */
const LINEWISE_PIXELS_MAX = 210_000_000;
const DECODE_SECONDS_MAX = 20;
const QUALITY = 82;

type SharpPicture = ReturnType<Sharp>;

export interface Picture {
  content: Uint8Array;
  content_type: PictureType;
  width: number;
  height: number;
  /** Set for a background, because text is on it. */
  darkest: string | null;
  lightest: string | null;
  /** A sentence about what it lost, if anything. */
  notice: string | null;
}

/** One takes up to 100 MB, and a JPEG a fifth of that. */
const light = new FairQueue({
  workers: Math.min(4, Math.max(2, availableParallelism())),
  waitingMax: 20,
  waitingPerAccountMax: 8,
});
/** One takes up to 450 MB, which 25 megapixels of AVIF need. */
const heavy = new FairQueue({ workers: 1, waitingMax: 20, waitingPerAccountMax: 8 });

/** The maximum size of all the undecoded pictures in both queues together. */
const HELD_BYTES_MAX = 128 * 1024 * 1024;
let heldBytes = 0;

/** Decodes a picture and re-encodes it: upright, in its purpose's size, in sRGB, and without metadata. */
export async function encodePicture(
  original: Uint8Array,
  { purpose, account, crop = null }: { purpose: Purpose; account: string; crop?: Crop | null },
): Promise<Picture> {
  if (original.length === 0) unreadable(original);
  if (heldBytes + original.length > HELD_BYTES_MAX) throw failure(MEDIA_ERRORS, "PICTURES_BUSY");
  heldBytes += original.length;
  try {
    const mayMove = purpose === "mail" && isGif(original);
    const queue = isLinewise(original) && !mayMove ? light : heavy;
    return await queue.run(account, () => encode(original, { purpose, crop }));
  } catch (error) {
    if (error instanceof TenantQueueFull) throw failure(MEDIA_ERRORS, "TOO_MANY_PICTURES");
    if (error instanceof QueueFull) throw failure(MEDIA_ERRORS, "PICTURES_BUSY");
    throw error;
  } finally {
    heldBytes -= original.length;
  }
}

interface Facts {
  pixelsMax: number;
  hasAlpha: boolean;
  width: number;
  height: number;
  frames: number;
}

/** Reads a picture's header. Rejects formats that can't be decoded, and pictures that are too large. */
async function factsOf(original: Uint8Array): Promise<Facts> {
  const sharp = await loadSharp();
  const {
    format,
    compression,
    width,
    height,
    hasAlpha,
    pages = 1,
  } = await sharp(original, {
    limitInputPixels: false,
  })
    .metadata()
    .catch(() => unreadable(original));
  const isLinewiseJpeg = format === "jpeg" && isLinewise(original);
  const pixelsMax = isLinewiseJpeg ? LINEWISE_PIXELS_MAX : PIXELS_MAX[format];
  if (pixelsMax === undefined || (format === "heif" && compression !== "av1")) unreadable(original);
  if (width * height > pixelsMax) throw failure(MEDIA_ERRORS, "PICTURE_TOO_LARGE");
  return { pixelsMax, hasAlpha, width, height, frames: format === "heif" ? 1 : pages };
}

interface Wanted {
  purpose: Purpose;
  crop: Crop | null;
}

async function encode(original: Uint8Array, { purpose, crop }: Wanted): Promise<Picture> {
  const sharp = await loadSharp();
  const facts = await factsOf(original);
  const isMoving = facts.frames > 1 && !isUnsupportedAnimation(original);
  if (purpose === "mail" && isMoving) {
    const animation = await encodeAnimation(sharp, original, facts).catch(() => undefined);
    if (animation) return { ...animation, content_type: "image/gif", ...NO_TONES, notice: null };
  }
  const refuse = (error: Error) => {
    if (error.message.includes("timeout")) throw failure(MEDIA_ERRORS, "PICTURE_TOO_LARGE");
    return unreadable(original);
  };
  const part = crop && { ...facts, crop, purpose, secondsMax: DECODE_SECONDS_MAX };
  const whole = () => sharp(original, { limitInputPixels: facts.pixelsMax, failOn: "error" }).autoOrient();
  const picture = (part ? await cutOut(sharp, original, part).catch(refuse) : whole())
    .resize({ ...SIZES[purpose], withoutEnlargement: SIZES[purpose].fit === "inside" })
    .timeout({ seconds: DECODE_SECONDS_MAX });
  const content_type = purpose !== "mail" ? "image/webp" : facts.hasAlpha ? "image/png" : "image/jpeg";
  const { data, info } = await encoders[content_type](picture)
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  const tones = purpose === "background" ? await measureTones(sharp, data) : NO_TONES;
  return {
    content: data,
    content_type,
    width: info.width,
    height: info.height,
    ...tones,
    notice: lossOf(original, { purpose, isMoving }),
  };
}

/** Explains that only the first frame of an animation was stored. */
function lossOf(original: Uint8Array, { purpose, isMoving }: { purpose: Purpose; isMoving: boolean }) {
  const isStrange = isUnsupportedAnimation(original);
  if (!isMoving && !isStrange) return null;
  if (purpose !== "mail") return "Pictures only move in e-mail, so we kept this one’s first frame.";
  return isStrange
    ? "Only GIF and WebP animations move in e-mail, so we kept this one’s first frame."
    : ANIMATION_TOO_LARGE;
}

const NO_TONES = { darkest: null, lightest: null };
/** On a phone, such a pixel is as large as a letter, so finer patterns average out for readers, too. */
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
const encoders: Record<Exclude<PictureType, "image/gif">, (picture: SharpPicture) => SharpPicture> = {
  "image/webp": (picture) => picture.webp({ quality: QUALITY }),
  "image/jpeg": (picture) => picture.jpeg({ quality: QUALITY }),
  "image/png": (picture) => picture.png({ palette: true, quality: QUALITY, effort: 4 }),
};

function unreadable(original: Uint8Array): never {
  throw failure(MEDIA_ERRORS, "NOT_A_PICTURE", { message: unreadableReason(original) });
}
