/* Animations for e-mail. Inboxes play GIFs; Outlook for Windows shows their first frame. */
import type { Sharp } from "#src/platform/pictures/sharp.ts";

const FRAMES_MAX = 500;
/** Counted in all frames of the original together. */
const PIXELS_MAX = 100_000_000;
/** Counted in all stored frames together: finding the colors takes about a second for each million. */
const KEPT_PIXELS_MAX = 6_000_000;
const KEPT_BYTES_MAX = 3_000_000;
/** The width of an e-mail's text. */
const WIDTH_MAX = 600;
const HEIGHT_MAX = 900;
const WIDTH_MIN = 160;
const SECONDS_MAX = 20;

export const ANIMATION_TOO_LARGE =
  "This animation is too long or too large, so we kept its first frame. E-mail takes up to 500 frames, 100 megapixels in all of them together, and 3 MB.";

interface Animation {
  width: number;
  height: number;
  frames: number;
}

/** Encodes an animation as a GIF, small enough for e-mail. Undefined if that's not possible. */
export async function encodeAnimation(
  sharp: Sharp,
  original: Uint8Array,
  { width, height, frames }: Animation,
) {
  const pixels = width * height * frames;
  if (frames > FRAMES_MAX || pixels > PIXELS_MAX) return undefined;
  const widthMin = Math.min(width, WIDTH_MIN);
  let scale = Math.min(1, WIDTH_MAX / width, HEIGHT_MAX / height, Math.sqrt(KEPT_PIXELS_MAX / pixels));
  for (let attempt = 0; attempt < 2 && width * scale >= widthMin; attempt++) {
    const { data, info } = await sharp(original, {
      animated: true,
      limitInputPixels: PIXELS_MAX,
      failOn: "error",
    })
      .resize({ width: Math.max(1, Math.round(width * scale)) })
      .timeout({ seconds: SECONDS_MAX })
      .gif({ effort: 1, interFrameMaxError: 4 })
      .toBuffer({ resolveWithObject: true });
    const { width: keptWidth, pageHeight = info.height } = info;
    if (data.length <= KEPT_BYTES_MAX) return { content: data, width: keptWidth, height: pageHeight };
    // A little less than the bytes for each pixel suggest, because small frames have more details.
    scale *= 0.85 * Math.sqrt(KEPT_BYTES_MAX / data.length);
  }
  return undefined;
}
