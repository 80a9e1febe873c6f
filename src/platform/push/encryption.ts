import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";

const CURVE = "prime256v1";
const POINT_BYTES = 65;
const SECRET_BYTES = 16;
const SALT_BYTES = 16;
/** The maximum length of a record (RFC 8188). We only ever send one. */
const RECORD_BYTES = 4096;
/** Ends the last record (RFC 8188 §2). */
const LAST = 0x02;

/** A browser's keys for its own device, in base64url: its public key, and a secret it shares with us. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** The random parts of a message. Only tests choose them. */
interface Chosen {
  salt: Buffer;
  sender: ECDH;
}

export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== POINT_BYTES || Buffer.from(auth, "base64url").length !== SECRET_BYTES) return false;
  try {
    // Throws for a point that isn't on the curve.
    freshKeys().computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/**
 * Encrypts a message so that only the device with these keys can read it: RFC 8291, with the encoding
 * `aes128gcm` of RFC 8188. Throws for keys that `arePushKeys` rejects.
 */
export function encryptPush(text: string, keys: PushKeys, chosen?: Chosen): Buffer {
  const { salt, sender } = chosen ?? { salt: randomBytes(SALT_BYTES), sender: freshKeys() };
  const receiverKey = Buffer.from(keys.p256dh, "base64url");
  const senderKey = sender.getPublicKey();
  const shared = derive(sender.computeSecret(receiverKey), {
    salt: Buffer.from(keys.auth, "base64url"),
    info: Buffer.concat([Buffer.from("WebPush: info\0"), receiverKey, senderKey]),
    bytes: 32,
  });
  const key = derive(shared, { salt, info: Buffer.from("Content-Encoding: aes128gcm\0"), bytes: 16 });
  const nonce = derive(shared, { salt, info: Buffer.from("Content-Encoding: nonce\0"), bytes: 12 });
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const record = [cipher.update(text, "utf8"), cipher.update(Buffer.of(LAST)), cipher.final()];
  const header = Buffer.alloc(SALT_BYTES + 5);
  salt.copy(header);
  header.writeUInt32BE(RECORD_BYTES, SALT_BYTES);
  header.writeUInt8(senderKey.length, SALT_BYTES + 4);
  return Buffer.concat([header, senderKey, ...record, cipher.getAuthTag()]);
}

function freshKeys(): ECDH {
  const keys = createECDH(CURVE);
  keys.generateKeys();
  return keys;
}

interface Derivation {
  salt: Buffer;
  info: Buffer;
  bytes: number;
}

function derive(secret: Buffer, { salt, info, bytes }: Derivation): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}
