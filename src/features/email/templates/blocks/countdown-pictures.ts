import { FairQueue } from "#src/lib/fair-queue.ts";
import { lruSet } from "#src/lib/lru.ts";
import type { Platform } from "#src/platform/context.ts";
import { drawableText, drawTextBlock } from "#src/platform/pictures/draw-text.ts";
import { type Raster, roundedBox } from "#src/platform/pictures/raster.ts";
import { loadSharp, type Sharp } from "#src/platform/pictures/sharp.ts";
import { type Countdown, MINUTE_MS, minutesLeft } from "./countdown-rules.ts";
import { parseToken } from "./countdown-url.ts";

/** About ten kilobytes each. */
const KEPT_MAX = 500;
/** Drawing takes about 20 ms of one thread: beyond this many at once, requests have to come back. */
const WAITING_MAX = 50;
const OVER_KEPT_S = 24 * 60 * 60;

interface CountdownPicture {
  png: Buffer;
  /** The time for which it's valid. */
  seconds: number;
}

/** Pictures of countdowns, each drawn once a minute, however many people look. */
export class CountdownPictures {
  readonly #platform: Platform;
  readonly #drawing = new FairQueue({ workers: 1, waitingMax: WAITING_MAX });
  /** By token; a Map lists the oldest entry first, which is the one to drop. */
  readonly #kept = new Map<string, { minutes: number; png: Promise<Buffer> }>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Undefined for a token that isn't ours. Throws `QueueFull`. */
  async find(token: string): Promise<CountdownPicture | undefined> {
    const countdown = parseToken(this.#platform, token);
    if (!countdown) return undefined;
    const now = this.#platform.now();
    const minutes = minutesLeft(countdown, now);
    const png = await this.#pictureOf(token, countdown, minutes);
    const untilNext = (countdown.ends_minute - minutes + 1) * MINUTE_MS - now.getTime();
    return { png, seconds: minutes === 0 ? OVER_KEPT_S : Math.ceil(untilNext / 1000) };
  }

  #pictureOf(token: string, countdown: Countdown, minutes: number): Promise<Buffer> {
    const known = this.#kept.get(token);
    if (known?.minutes === minutes) return known.png;
    const png = this.#drawing.run(token, () => drawCountdown(countdown, minutes));
    const entry = { minutes, png };
    lruSet(this.#kept, [token, entry], KEPT_MAX);
    // A failed drawing is retried for the next request.
    png.catch(() => {
      if (this.#kept.get(token) === entry) this.#kept.delete(token);
    });
    return png;
  }
}

/** Twice the size at which e-mail shows it. */
const WIDTH = 960;
const HEIGHT = 224;
const GAP = 30;
const BOX = (WIDTH - 2 * GAP) / 3;
const PADDING = 24;
/** Used if the owner's text is missing, or in a script that we have no font for. */
const OVER = "This has ended";

interface Layer {
  raster: Raster;
  left: number;
  top: number;
}

/**
 * Draws the time left, or the text after the end, as PNG: boxes on a transparent background, for light and
 * dark inboxes.
 */
async function drawCountdown(countdown: Countdown, minutes: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const layers = minutes > 0 ? await boxes(sharp, countdown, minutes) : await afterwards(sharp, countdown);
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background } })
    .composite(
      layers.map(({ raster: { data, width, height }, left, top }) => ({
        input: data,
        raw: { width, height, channels: 4 as const },
        left,
        top,
      })),
    )
    .png({ palette: true, quality: 95, effort: 4, dither: 0 })
    .toBuffer();
}

async function boxes(sharp: Sharp, countdown: Countdown, minutes: number): Promise<Layer[]> {
  const hours = Math.floor(minutes / 60);
  const parts = [
    [Math.floor(hours / 24), "day", "days"],
    [hours % 24, "hour", "hours"],
    [minutes % 60, "minute", "minutes"],
  ] as const;
  const layers: Layer[] = [];
  for (const [index, [count, one, many]] of parts.entries()) {
    const left = index * (BOX + GAP);
    const text = { color: countdown.accent_text, width: BOX - 2 * PADDING, linesMax: 1 };
    const digits = { ...text, text: String(count), weight: "bold" as const, sizes: [104, 80, 60] };
    const label = { ...text, text: count === 1 ? one : many, weight: "regular" as const, sizes: [36] };
    const place = { left, width: BOX };
    layers.push({ raster: boxOf(countdown, BOX), left, top: 0 });
    layers.push(centered(await drawTextBlock(sharp, digits), { ...place, middle: 90 }));
    // Positioned by its top, which doesn't depend on whether there's a “y”.
    layers.push({ ...centered(await drawTextBlock(sharp, label), { ...place, middle: 0 }), top: 160 });
  }
  return layers;
}

async function afterwards(sharp: Sharp, countdown: Countdown): Promise<Layer[]> {
  const { after, accent_text: color } = countdown;
  const raster = await drawTextBlock(sharp, {
    text: drawableText(after) ?? OVER,
    weight: "bold",
    color,
    width: WIDTH - 4 * PADDING,
    linesMax: 2,
    align: "center",
    sizes: [64, 52, 44, 36],
  });
  return [
    { raster: boxOf(countdown, WIDTH), left: 0, top: 0 },
    centered(raster, { left: 0, width: WIDTH, middle: HEIGHT / 2 }),
  ];
}

function boxOf({ accent, radius }: Countdown, width: number): Raster {
  return roundedBox({ width, height: HEIGHT, radius: 2 * radius, color: accent });
}

function centered(raster: Raster, place: { left: number; width: number; middle: number }): Layer {
  const left = place.left + Math.round((place.width - raster.width) / 2);
  return { raster, left, top: Math.round(place.middle - raster.height / 2) };
}
