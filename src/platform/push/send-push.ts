import { sign } from "node:crypto";
import { SUPPORT_ADDRESS } from "#src/lib/brand.ts";
import type { Platform } from "../context.ts";
import { encryptPush, type PushKeys } from "./encryption.ts";
import type { Push } from "./push.ts";

/** The time that a push service stores a message for a device that's offline. */
const KEPT_SECONDS = 12 * 3600;
/** Push services reject signatures that are valid for over a day (RFC 8292 §2). */
const SIGNED_SECONDS = 12 * 3600;
const SERVICE_MS_MAX = 15_000;
const ANSWER_BYTES_KEPT = 500;

export interface PushSubscription extends PushKeys {
  endpoint: string;
}

interface PushMessage {
  text: string;
  /**
   * Replaces an earlier message on the same topic that hasn't arrived yet: up to 32 characters of base64url.
   */
  topic: string;
}

/** Sends a message to a push service and returns its status. Throws a `SafeFetchFailure`. */
export async function sendPush(
  platform: Platform,
  push: Push,
  { subscription, message }: { subscription: PushSubscription; message: PushMessage },
): Promise<number> {
  const { status } = await platform.outbound.post(subscription.endpoint, {
    headers: {
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: String(KEPT_SECONDS),
      urgency: "normal",
      topic: message.topic,
      authorization: `vapid t=${tokenFor(platform, push, subscription.endpoint)}, k=${push.publicKey}`,
    },
    body: encryptPush(message.text, subscription),
    bytesKept: ANSWER_BYTES_KEPT,
    milliseconds: SERVICE_MS_MAX,
  });
  return status;
}

/** Proves to one push service that a message is ours, and names our contact address. */
function tokenFor({ now, settings, instance }: Platform, { privateKey }: Push, endpoint: string): string {
  const support = settings.get(SUPPORT_ADDRESS);
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now().getTime() / 1000) + SIGNED_SECONDS,
    sub: support ? `mailto:${support}` : instance.publicUrl,
  };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ typ: "JWT", alg: "ES256" })}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}
