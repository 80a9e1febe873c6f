import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Creates a secret in the format of Standard Webhooks. */
export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

interface Message {
  id: string;
  sentAt: Date;
  body: string;
}

/**
 * Returns headers that prove a message's sender and time (standardwebhooks.com, version 1). Signed with each
 * of `secrets`, so that one can be replaced while the other still works.
 */
export function signedHeaders(
  { id, sentAt, body }: Message,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const sign = (secret: string) => digestOf({ id, timestamp, body }, keyOf(secret)).toString("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}

/** A secret of Standard Webhooks as the key that it stands for. Others are their own. */
export const keyOf = (secret: string) =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : Buffer.from(secret);

interface Signed {
  id: string;
  timestamp: string;
  body: string | Buffer;
}

const digestOf = ({ id, timestamp, body }: Signed, key: Buffer) =>
  createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();

/** True if one of the signatures is the message's. There are several while a secret is being replaced. */
export function isSignedBy(key: Buffer, signatures: string, message: Signed): boolean {
  const wanted = digestOf(message, key);
  return signatures.split(" ").some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
    return one.startsWith("v1,") && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
