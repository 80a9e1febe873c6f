/* How the pieces of a backup are sealed: by AES-GCM under a passphrase, or by a digest that tells whether they're whole. */
import { createCipheriv, createDecipheriv, createHash, scryptSync } from "node:crypto";

const CIPHER = "aes-256-gcm";
export const TAG_BYTES = 16;

/** What scrypt costs: 128 MB and a third of a second for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 };
const SCRYPT_MEMORY_MAX = 2 ** 28;

interface Piece {
  key: Buffer | undefined;
  index: number;
  bound: Buffer;
}

/** Each file has a key of its own, so that counting is enough to never use a nonce twice. */
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

export function boundTo(digest: Buffer, index: number, isLast: boolean): Buffer {
  return Buffer.concat([digest, nonceOf(index), Buffer.from([isLast ? 1 : 0])]);
}

export function seal(content: Buffer, { key, index, bound }: Piece): Buffer {
  if (!key) return Buffer.concat([content, plainTag(content, bound)]);
  const cipher = createCipheriv(CIPHER, key, nonceOf(index)).setAAD(bound);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined if it isn't what was sealed. */
export function unseal(sealed: Buffer, { key, index, bound }: Piece): Buffer | undefined {
  const content = sealed.subarray(0, -TAG_BYTES);
  const tag = sealed.subarray(-TAG_BYTES);
  if (!key) return plainTag(content, bound).equals(tag) ? content : undefined;
  try {
    const decipher = createDecipheriv(CIPHER, key, nonceOf(index), { authTagLength: TAG_BYTES })
      .setAAD(bound)
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(content), decipher.final()]);
  } catch {
    return undefined;
  }
}

function plainTag(content: Buffer, bound: Buffer): Buffer {
  return createHash("sha256").update(bound).update(content).digest().subarray(0, TAG_BYTES);
}

/** A restore reads the same file several times. */
let lastKey: { passphrase: string; salt: Buffer; key: Buffer } | undefined;

export function keyOf(passphrase: string, salt: Buffer): Buffer {
  if (lastKey?.passphrase === passphrase && lastKey.salt.equals(salt)) return lastKey.key;
  // The same letters can be typed in two ways.
  const typed = passphrase.normalize("NFKC");
  const key = scryptSync(typed, salt, 32, { ...SCRYPT, maxmem: SCRYPT_MEMORY_MAX });
  lastKey = { passphrase, salt, key };
  return key;
}

/** Tells a wrong passphrase from a damaged file, and costs as much to guess. */
export function checkOf(key: Buffer): string {
  return createHash("sha256").update("fanfare.backup").update(key).digest("base64").slice(0, 22);
}

export function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
