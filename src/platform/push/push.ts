import { createECDH, createPrivateKey, type KeyObject } from "node:crypto";

const POINT_BYTES = 65;
const COORDINATE_BYTES = 32;

/** The keys that identify this instance to push services (RFC 8292). */
export interface Push {
  /** The key that browsers subscribe with: a point on the curve, in base64url. */
  publicKey: string;
  privateKey: KeyObject;
}

interface PushConfig {
  VAPID_PUBLIC_KEY: string;
  VAPID_PRIVATE_KEY: string;
}

/** Returns undefined without keys. Throws if they don't belong together. */
export function openPush(config: PushConfig): Push | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: secret } = config;
  if (!publicKey && !secret) return undefined;
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(Buffer.from(secret, "base64url"));
  const point = ecdh.getPublicKey();
  if (!point.equals(Buffer.from(publicKey, "base64url"))) throw new Error("The keys don't belong together.");
  const hex = Buffer.from(secret, "base64url").toString("hex");
  const privateKey = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 1 + COORDINATE_BYTES).toString("base64url"),
      y: point.subarray(1 + COORDINATE_BYTES, POINT_BYTES).toString("base64url"),
      // Some programs leave out leading zeros.
      d: Buffer.from(hex.padStart(COORDINATE_BYTES * 2, "0"), "hex").toString("base64url"),
    },
  });
  return { publicKey, privateKey };
}
