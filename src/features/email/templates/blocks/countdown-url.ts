/* The URLs of countdowns' pictures. They're signed, so that nobody else can have us draw their text. */
import { timingSafeEqual } from "node:crypto";
import { COUNTDOWN_PATH } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Countdown } from "./countdown-rules.ts";

const PURPOSE = "templates.countdown";
/** 80 bits: guessing one is hopeless, and the URL stays short. */
const SIGNATURE_CHARS = 14;
/** Longer than any of ours. */
const TOKEN_CHARS_MAX = 700;

type Signed = [ends_minute: number, after: string, accent: string, accent_text: string, radius: number];

export function urlOfCountdown({ instance, vault }: Platform, countdown: Countdown): string {
  const { ends_minute, after, accent, accent_text, radius } = countdown;
  const said: Signed = [ends_minute, after, accent, accent_text, radius];
  const text = Buffer.from(JSON.stringify(said)).toString("base64url");
  return `${instance.publicUrl}${COUNTDOWN_PATH}${text}.${cutOff(vault.digest(PURPOSE, text))}.png`;
}

const cutOff = (digest: string) => digest.slice(0, SIGNATURE_CHARS);

/** Undefined for a token that isn't ours. */
export function parseToken({ vault }: Pick<Platform, "vault">, token: string): Countdown | undefined {
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
