/* The dashboard shows these texts. */

export const INCOMING_WEBHOOKS_MAX = 50;
export const INCOMING_NAME_CHARS_MAX = 100;
export const SECRET_CHARS_MIN = 8;
export const SECRET_CHARS_MAX = 200;
export const CALL_BYTES_MAX = 64 * 1024;
/** What’s kept of a body, and announced: each value under its path. */
export const BODY_BYTES_MAX = 16 * 1024;
export const VALUE_CHARS_MAX = 2000;
export const PATH_CHARS_MAX = 200;
/** What came in is kept for so long, and only so many of each webhook. */
export const CALLS_KEPT = 20;
export const CALL_DAYS_KEPT = 7;
export const DEFAULT_EMAIL_PATH = "email";
export const EXAMPLE_PATH = "customer.email";

/** Who a body was about. */
export const CALL_OUTCOMES = {
  known: "About somebody who’s a lead",
  added: "Added somebody to your leads",
  unknown: "Nobody on your list has this address",
  no_address: "There was no e-mail address in this field",
} as const;
export type CallOutcome = keyof typeof CALL_OUTCOMES;

/** Why the last one was turned away. */
export const CALL_REFUSALS = {
  signature: "It wasn’t signed with the secret.",
  content: "We couldn’t read it. It has to be a JSON object or a form, in UTF-8 and up to 64 KB.",
} as const;
export type CallRefusal = keyof typeof CALL_REFUSALS;
