import { timingSafeEqual } from "node:crypto";
import { FairQueue } from "#src/lib/fair-queue.ts";
import { lruSet } from "#src/lib/lru.ts";
import { COUNTDOWN_PATH } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { type Countdown, MINUTE_MS, minutesLeft } from "./countdown.ts";
import { drawCountdown } from "./countdown-picture.ts";

const PURPOSE = "templates.countdown";
/** 80 bits: guessing one is hopeless, and the URL stays short. */
const SIGNATURE_CHARS = 14;
/** Longer than any of ours. */
const TOKEN_CHARS_MAX = 700;

type Signed = [ends_minute: number, after: string, accent: string, accent_text: string, radius: number];

/** Returns the URL of a countdown's picture. It's signed, so that nobody else can have us draw their text. */
export function urlOfCountdown({ instance, vault }: Platform, countdown: Countdown): string {
  const { ends_minute, after, accent, accent_text, radius } = countdown;
  const said: Signed = [ends_minute, after, accent, accent_text, radius];
  const text = Buffer.from(JSON.stringify(said)).toString("base64url");
  return `${instance.publicUrl}${COUNTDOWN_PATH}${text}.${cutOff(vault.digest(PURPOSE, text))}.png`;
}

const cutOff = (digest: string) => digest.slice(0, SIGNATURE_CHARS);

function parseToken({ vault }: Pick<Platform, "vault">, token: string): Countdown | undefined {
  const dot = token.indexOf(".");
  // Takes the whole rest, so that a picture has only one URL for caches.
  const [text, signature] = [token.slice(0, Math.max(0, dot)), token.slice(dot + 1)];
  if (token.length > TOKEN_CHARS_MAX || signature.length !== SIGNATURE_CHARS) return undefined;
  const given = Buffer.from(signature);
  const isOurs = vault.digests(PURPOSE, text).some((digest) => {
    const expected = Buffer.from(cutOff(digest));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) return undefined;
  const [ends_minute, after, accent, accent_text, radius] = JSON.parse(
    Buffer.from(text, "base64url").toString(),
  ) as Signed;
  return { ends_minute, after, accent, accent_text, radius };
}

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
