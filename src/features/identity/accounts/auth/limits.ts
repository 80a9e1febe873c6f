import type { Limit } from "#src/platform/limits.ts";
import { LINK_SECONDS } from "../rules.ts";

const QUARTER_HOUR_S = 900;
const HOUR_S = 3600;
const DAY_S = 86_400;
const WRONG = "That’s a lot of wrong passwords.";
const LINKS_SENT = "We’ve already sent you a few links. Check your inbox.";
/** Guesses at one account from one IP address. A success resets them. */
export const SIGN_IN_ATTEMPTS: Limit = {
  name: "sign-in-pair",
  attempts: 10,
  seconds: QUARTER_HOUR_S,
  sentence: WRONG,
};
/** Guesses at one account from everywhere except known devices, so that nobody can lock out its owner. */
export const SIGN_IN_ATTEMPTS_ACCOUNT: Limit = {
  name: "sign-in-account",
  attempts: 50,
  seconds: HOUR_S,
  sentence: WRONG,
};
export const SIGN_IN_ATTEMPTS_ADDRESS: Limit = {
  name: "sign-in-address",
  attempts: 200,
  seconds: QUARTER_HOUR_S,
};
/**
 * Guesses from a device that has been signed in to the account. They're counted separately from everyone
 * else's.
 */
export const SIGN_IN_ATTEMPTS_DEVICE: Limit = {
  name: "sign-in-device",
  attempts: 10,
  seconds: QUARTER_HOUR_S,
  sentence: WRONG,
};
/** Guesses per session, so that another person's guesses don't lock the owner out. */
export const REAUTHENTICATION_ATTEMPTS: Limit = {
  name: "reauthentication",
  attempts: 10,
  seconds: QUARTER_HOUR_S,
  sentence: WRONG,
};
/** The first e-mail to an inbox that anyone may have named. */
export const FIRST_MAILS: Limit = {
  name: "sign-up-inbox",
  attempts: 5,
  seconds: DAY_S,
  sentence: LINKS_SENT,
};
export const SIGN_UPS: Limit = { name: "sign-up", attempts: 200, seconds: HOUR_S };
export const ADDRESS_LINKS: Limit = { name: "mail-request-address", attempts: 50, seconds: HOUR_S };
export const LINK_ATTEMPTS: Limit = { name: "link-tries", attempts: 20, seconds: HOUR_S };

/** No longer than the links work, so that people who reach the limit have one that does. */
export const LINKS: Readonly<Record<"verify" | "reset" | "signIn", Limit>> = {
  verify: { name: "mail-request-verify", attempts: 5, seconds: HOUR_S, sentence: LINKS_SENT },
  reset: { name: "mail-request-reset", attempts: 5, seconds: LINK_SECONDS.reset, sentence: LINKS_SENT },
  signIn: { name: "mail-request-sign-in", attempts: 3, seconds: LINK_SECONDS.signIn, sentence: LINKS_SENT },
};
