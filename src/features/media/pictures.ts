import { failure } from "#src/lib/errors.ts";
import { loadSharp } from "#src/platform/pictures/sharp.ts";
import { MEDIA_ERRORS } from "./contract.ts";

const PIXELS_MAX = 50_000_000;
const DECODE_SECONDS_MAX = 20;
const WEBP_QUALITY = 82;

/** What is kept: squares are cut to their side, backgrounds only made smaller, both in pixels. */
const SIZES = {
  avatar: { width: 512, height: 512, fit: "cover" },
  icon: { width: 128, height: 128, fit: "cover" },
  background: { width: 1200, height: 1800, fit: "inside" },
} as const;
export type Purpose = keyof typeof SIZES;

export interface Picture {
  content: Uint8Array;
  content_type: "image/webp";
  width: number;
  height: number;
}

const FORMATS: ReadonlySet<string> = new Set(["jpeg", "png", "webp", "gif", "heif"]);

let last: Promise<unknown> = Promise.resolve();

/** One picture at a time: a decoded one takes up to 200 MB. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}

/** Decodes a picture and writes it anew: upright, in the size of its purpose, in sRGB, and without anything that came with it. */
export async function encodePicture(original: Uint8Array, purpose: Purpose): Promise<Picture> {
  if (original.length === 0) notAPicture();
  return inTurn(async () => {
    const sharp = await loadSharp();
    const { format, width, height } = await sharp(original, { limitInputPixels: false })
      .metadata()
      .catch(notAPicture);
    if (!FORMATS.has(format)) notAPicture();
    if (width * height > PIXELS_MAX) throw failure(MEDIA_ERRORS, "PICTURE_TOO_LARGE");
    const { data, info } = await sharp(original, { limitInputPixels: PIXELS_MAX, failOn: "error" })
      .autoOrient()
      .resize({ ...SIZES[purpose], withoutEnlargement: purpose === "background" })
      .webp({ quality: WEBP_QUALITY })
      .timeout({ seconds: DECODE_SECONDS_MAX })
      .toBuffer({ resolveWithObject: true })
      .catch(notAPicture);
    return { content: data, content_type: "image/webp", width: info.width, height: info.height };
  });
}

function notAPicture(): never {
  throw failure(MEDIA_ERRORS, "NOT_A_PICTURE");
}
