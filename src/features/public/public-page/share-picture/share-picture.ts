import { mix } from "#src/lib/colors.ts";
import { shortUrl } from "#src/lib/page-url.ts";
import { cutChars, initials } from "#src/lib/text.ts";
import { drawableText, drawTextBlock } from "#src/platform/pictures/draw-text.ts";
import { paintBackground, type Raster, roundedBox } from "#src/platform/pictures/raster.ts";
import { loadSharp, type Sharp } from "#src/platform/pictures/sharp.ts";
import { pageDescription, visibleName } from "../page/page-text.ts";
import type { PageHome, PageView } from "../page/page-view.ts";
import {
  SHARE_PICTURE_HEIGHT as HEIGHT,
  SHARE_PICTURE_WIDTH as WIDTH,
} from "../page/share/share-picture-url.ts";
import { styleInputs } from "../page/style/page-css.ts";
import { type PictureColors, pictureColors } from "../page/style/palette.ts";
import { canonicalUrl } from "../page/urls.ts";

/** The page's pictures stored by this instance, as bytes. */
export interface OwnPictures {
  avatar: Uint8Array | undefined;
  background: Uint8Array | undefined;
}

const FACE = 300;
const RING = 10;
const MARGIN = 90;
const WORDS_LEFT = MARGIN + FACE + 70;
const WORDS_WIDTH = WIDTH - WORDS_LEFT - MARGIN;
/** The height of the middle part; the foot is below it. */
const STAGE_HEIGHT = 520;
const FOOT_MIDDLE = 555;
/** The background is smooth, so painting every fifth pixel and enlarging makes no visible difference. */
const COARSENESS = 5;
/** On its own it gives white text on a white photo a contrast of 5 (WCAG 2 requires 4.5). */
const SCRIM_OPACITY = 0.6;
/** More than is ever legible, so longer names aren't even measured. */
const NAME_CHARS_MAX = 90;

interface Layer {
  raster: Raster;
  left: number;
  top: number;
}

/** WhatsApp shows no larger ones. */
const BYTES_MAX = 300_000;
/**
 * The first one that is small enough wins. Photos fit at the first; the last is for noise, which nothing
 * compresses.
 */
const QUALITIES = [88, 76, 60, 40, 20, 5];

/**
 * Draws the picture that messengers and social networks show for a page, as JPEG. Text that none of our fonts
 * has is left out.
 */
export async function drawSharePicture(
  view: PageView,
  home: PageHome,
  pictures: OwnPictures,
): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp();
  const look = styleInputs({ ...view, background: pictures.background ? view.background : null });
  const colors = pictureColors(look);
  const layers = [
    ...(await face(sharp, view, { colors, avatar: pictures.avatar })),
    ...(await words(sharp, view, colors)),
    ...(await foot(sharp, view, { colors, home })),
  ];
  const scrim = look.scrim && { color: colors.background, opacity: look.scrim.opacity };
  const ground = await drawGround(sharp, colors, { picture: pictures.background, scrim });
  const { data, info } = await sharp(ground.data, { raw: rawOf(ground) })
    .composite(layers.map(({ raster, left, top }) => ({ input: raster.data, raw: rawOf(raster), left, top })))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return encode(sharp(data, { raw: { ...sizeOf(info), channels: 3 } }));
}

async function encode(drawing: ReturnType<Sharp>): Promise<Uint8Array<ArrayBuffer>> {
  for (const quality of QUALITIES) {
    // Without full color resolution, letters get blurry.
    const jpeg = await drawing.clone().jpeg({ quality, chromaSubsampling: "4:4:4" }).toBuffer();
    if (jpeg.length <= BYTES_MAX) return new Uint8Array(jpeg);
  }
  throw new Error("A share picture doesn't fit at any quality.");
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });
const rawOf = (raster: Raster) => ({ ...sizeOf(raster), channels: 4 as const });

interface GroundParts {
  picture: Uint8Array | undefined;
  scrim: { color: string; opacity: number } | null;
}

async function drawGround(
  sharp: Sharp,
  colors: PictureColors,
  { picture, scrim }: GroundParts,
): Promise<Raster> {
  const drawing = picture
    ? sharp(picture).resize(WIDTH, HEIGHT, { fit: "cover" })
    : paintedGround(sharp, colors);
  const cover =
    scrim &&
    roundedBox({ width: WIDTH, height: HEIGHT, radius: 0, ...scrim, opacity: scrimmed(scrim.opacity) });
  const { data } = await drawing
    .ensureAlpha()
    .composite(cover ? [{ input: cover.data, raw: rawOf(cover) }] : [])
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: WIDTH, height: HEIGHT };
}

/**
 * Text has to be readable on any photo, even a white one under white text: a scrim goes on top of the owner's
 * overlay.
 */
function scrimmed(opacity: number): number {
  return 1 - (1 - opacity) * (1 - SCRIM_OPACITY);
}

function paintedGround(sharp: Sharp, colors: PictureColors) {
  const ground = paintBackground({
    width: WIDTH / COARSENESS,
    height: HEIGHT / COARSENESS,
    shades: colors.gradient ?? [
      mix(colors.button, colors.background, 0.1),
      colors.background,
      colors.background,
    ],
    glows: colors.gradient
      ? [
          { at: [0.95, -0.1], reach: [0.65, 1.1], color: "#c026d3", opacity: 0.7 },
          { at: [-0.1, 0.8], reach: [0.6, 1], color: "#4f46e5", opacity: 0.8 },
        ]
      : [{ at: [0.9, -0.2], reach: [0.8, 1.2], color: colors.button, opacity: 0.16 }],
  });
  return sharp(ground.data, { raw: rawOf(ground) }).resize(WIDTH, HEIGHT, { kernel: "cubic" });
}

interface FaceParts {
  colors: PictureColors;
  avatar: Uint8Array | undefined;
}

async function face(sharp: Sharp, view: PageView, { colors, avatar }: FaceParts): Promise<Layer[]> {
  const top = (STAGE_HEIGHT - FACE) / 2 + 20;
  const side = FACE + 2 * RING;
  const ring = roundedBox({ width: side, height: side, radius: side / 2, color: colors.text, opacity: 0.2 });
  const layers = [{ raster: ring, left: MARGIN - RING, top: top - RING }];
  const disc = roundedBox({ width: FACE, height: FACE, radius: FACE / 2, color: colors.button });
  if (avatar) {
    const { data } = await sharp(avatar)
      .resize(FACE, FACE, { fit: "cover" })
      .ensureAlpha()
      .composite([{ input: disc.data, raw: rawOf(disc), blend: "dest-in" }])
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...layers, { raster: { data, width: FACE, height: FACE }, left: MARGIN, top }];
  }
  const letters = drawableText(initials(visibleName(view))) ?? view.username.charAt(0).toUpperCase();
  const text = { text: letters, weight: "bold" as const, color: colors.label, width: FACE, linesMax: 1 };
  const raster = await drawTextBlock(sharp, { ...text, sizes: [116, 90] });
  const left = MARGIN + Math.round((FACE - raster.width) / 2);
  return [
    ...layers,
    { raster: disc, left: MARGIN, top },
    { raster, left, top: top + Math.round((FACE - raster.height) / 2) },
  ];
}

/** Draws name, handle, and bio, stacked around the middle. The handle replaces a name that can't be drawn. */
async function words(sharp: Sharp, view: PageView, colors: PictureColors): Promise<Layer[]> {
  const name = drawableText(cutChars(visibleName(view), NAME_CHARS_MAX));
  const handle = `@${view.username}`;
  const bio = view.bio.trim() === "" ? null : drawableText(pageDescription(view));
  const common = { width: WORDS_WIDTH };
  const lines = [
    {
      text: name ?? handle,
      weight: "bold" as const,
      color: colors.text,
      linesMax: 2,
      sizes: [88, 72, 58, 48],
      gap: 0,
    },
    ...(name
      ? [
          {
            text: handle,
            weight: "regular" as const,
            color: colors.muted,
            linesMax: 1,
            sizes: [38, 30, 24],
            gap: 30,
          },
        ]
      : []),
    ...(bio
      ? [{ text: bio, weight: "regular" as const, color: colors.soft, linesMax: 3, sizes: [32, 28], gap: 34 }]
      : []),
  ];
  const drawn = [];
  for (const line of lines)
    drawn.push({ gap: line.gap, raster: await drawTextBlock(sharp, { ...line, ...common }) });
  const height = drawn.reduce((sum, { gap, raster }) => sum + gap + raster.height, 0);
  let top = Math.max(40, Math.round((STAGE_HEIGHT - height) / 2) + 20);
  return drawn.map(({ gap, raster }) => {
    const layer = { raster, left: WORDS_LEFT, top: top + gap };
    top += gap + raster.height;
    return layer;
  });
}

/** Draws the page's URL on a button, and the product's name. */
async function foot(
  sharp: Sharp,
  view: PageView,
  { colors, home }: { colors: PictureColors; home: PageHome },
): Promise<Layer[]> {
  const text = shortUrl(canonicalUrl(view, home));
  const style = { weight: "bold" as const, linesMax: 1 };
  const address = await drawTextBlock(sharp, {
    ...style,
    text,
    color: colors.label,
    width: 700,
    sizes: [28, 22, 18],
  });
  const box = { width: address.width + 64, height: 64, radius: 32, color: colors.button };
  const layers = [
    { raster: roundedBox(box), left: MARGIN, top: FOOT_MIDDLE - 32 },
    { raster: address, left: MARGIN + 32, top: FOOT_MIDDLE - Math.round(address.height / 2) },
  ];
  const instance = drawableText(home.instanceName);
  if (!instance) return layers;
  const mark = await drawTextBlock(sharp, {
    ...style,
    text: instance,
    color: colors.muted,
    width: 280,
    sizes: [28, 22],
  });
  const left = WIDTH - MARGIN - mark.width;
  return [...layers, { raster: mark, left, top: FOOT_MIDDLE - Math.round(mark.height / 2) }];
}
