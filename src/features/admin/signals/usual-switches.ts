/* What signals start with. These are data, not texts to translate. */
import type { SignalKind } from "#src/features/public/moderation/signal-rules.ts";
import { SIGNAL_RULES, type SignalMode } from "./rules.ts";

/** Phrases rather than words: those have honest uses. */
const WORDS = [
  "double your money",
  "guaranteed profit",
  "guaranteed returns",
  "risk-free investment",
  "crypto giveaway",
  "free bitcoin",
  "send btc",
  "recover lost funds",
  "verify your wallet",
  "seed phrase",
  "get rich quick",
  "work from home and earn",
  "cash app flip",
  "cheap followers",
  "buy followers",
  "no prescription needed",
  "cheap viagra",
  "adult dating tonight",
  "claim your prize",
  "you have won",
  "account will be suspended",
  "confirm your password",
];

/** Names of at least five letters that people are often deceived with. */
const BRANDS = [
  "amazon: amazon.com, amazon.co.uk, amazon.de, amzn.to, amazon.es, amazon.fr, amazon.it, amazonaws.com",
  "apple: apple.com, icloud.com",
  "binance: binance.com",
  "coinbase: coinbase.com",
  "discord: discord.com, discord.gg, discordapp.com",
  "facebook: facebook.com, fb.com, fb.me, facebook.net",
  "google: google.com, goo.gl, google.de, google.es, google.co.uk, googleapis.com, googleusercontent.com",
  "instagram: instagram.com, instagr.am",
  "metamask: metamask.io",
  "microsoft: microsoft.com, live.com, office.com, microsoftonline.com",
  "netflix: netflix.com",
  "onlyfans: onlyfans.com",
  "patreon: patreon.com",
  "paypal: paypal.com, paypal.me",
  "snapchat: snapchat.com",
  "spotify: spotify.com, spotify.link",
  "telegram: telegram.org, telegram.me",
  "tiktok: tiktok.com",
  "twitch: twitch.tv",
  "twitter: twitter.com",
  "venmo: venmo.com",
  "whatsapp: whatsapp.com, wa.me",
  "youtube: youtube.com, youtu.be",
];

const ENTRIES: Partial<Record<SignalKind, readonly string[]>> = { spam_words: WORDS, lookalike: BRANDS };

export interface Switch {
  kind: SignalKind;
  mode: SignalMode;
  threshold: number | null;
  entries: readonly string[] | null;
}

/** A switch as nobody has changed it: it counts, and nothing comes of it. */
export function usualSwitch(kind: SignalKind): Switch {
  const { threshold } = SIGNAL_RULES[kind];
  return { kind, mode: "shadow", threshold: threshold?.usual ?? null, entries: ENTRIES[kind] ?? null };
}
