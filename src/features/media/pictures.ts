import { failure } from "#src/lib/errors.ts";
import { MEDIA_ERRORS } from "./contract.ts";

const PIXELS_MAX = 50_000_000;
const DECODE_SECONDS_MAX = 20;
const WEBP_QUALITY = 82;

/** Width and height of what is kept, in pixels. */
const SIDE_PIXELS = { avatar: 512, icon: 128 } as const;
export type Purpose = keyof typeof SIDE_PIXELS;

export interface Picture {
  content: Uint8Array;
  content_type: "image/webp";
  width: number;
  height: number;
}

const FORMATS: ReadonlySet<string> = new Set(["jpeg", "png", "webp", "gif", "heif"]);

/** Every format is a parser that strangers feed: all others are switched off, SVG with its scripts and references first. */
const LOADERS = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((name) => `VipsForeignLoad${name}`);

type Sharp = typeof import("sharp").default;
let loading: Promise<Sharp> | undefined;

/** Loaded with the first picture: the library alone would take a good part of the start-up time. */
function loadSharp(): Promise<Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: LOADERS });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}

let last: Promise<unknown> = Promise.resolve();

/** One picture at a time: a decoded one takes up to 200 MB. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}

/** Decodes a picture and writes it anew: upright, cut to a square, in sRGB, and without anything that came with it. */
export async function encodePicture(original: Uint8Array, purpose: Purpose): Promise<Picture> {
  if (original.length === 0) notAPicture();
  return inTurn(async () => {
    const sharp = await loadSharp();
    const { format, width, height } = await sharp(original, { limitInputPixels: false })
      .metadata()
      .catch(notAPicture);
    if (!FORMATS.has(format)) notAPicture();
    if (width * height > PIXELS_MAX) throw failure(MEDIA_ERRORS, "PICTURE_TOO_LARGE");
    const side = SIDE_PIXELS[purpose];
    const { data, info } = await sharp(original, { limitInputPixels: PIXELS_MAX, failOn: "error" })
      .autoOrient()
      .resize(side, side, { fit: "cover" })
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
