/* Cuts a part out of a picture. */
import type { Sharp } from "#src/platform/pictures/sharp.ts";
import type { Crop } from "./framing-rules.ts";
import type { Purpose } from "./rules.ts";
import { SIZES } from "./rules.ts";

/** The whole picture is decoded no larger than this, which takes 64 MB. */
const SIDE_MAX = 4096;

interface Whole {
  width: number;
  height: number;
  pixelsMax: number;
  secondsMax: number;
}

/**
 * Returns a part of a picture, upright and in sRGB, with about as many pixels as its purpose needs. The whole is scaled
 * down first: cut straight from the file, a picture of 200 megapixels would be in memory at its full size.
 */
export async function cutOut(
  sharp: Sharp,
  original: Uint8Array,
  { crop, purpose, ...whole }: Whole & { crop: Crop; purpose: Purpose },
) {
  const needed = Math.max(SIZES[purpose].width, SIZES[purpose].height);
  const side = Math.min(SIDE_MAX, Math.ceil(needed / Math.min(crop.width, crop.height)));
  const { data, info } = await sharp(original, { limitInputPixels: whole.pixelsMax, failOn: "error" })
    .autoOrient()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .timeout({ seconds: whole.secondsMax })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const left = Math.min(width - 1, Math.round(crop.x * width));
  const top = Math.min(height - 1, Math.round(crop.y * height));
  return sharp(data, { raw: { width, height, channels } }).extract({
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
  });
}
