import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** NIST SP 800-38D (section 8.2) recommends this length. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The instance's current secret, followed by its earlier ones. */
export type Secrets = readonly [string, ...string[]];

/**
 * Protects data that a copy of the database must not reveal. The key comes from the instance's secret; values
 * encrypted or signed with earlier secrets are still recognized. Every value is bound to a purpose, so that
 * data stored for one row can't be passed off as another's.
 */
export class Vault {
  /** Key objects, since Node takes five times as long to sign with a buffer. */
  readonly #key: KeyObject;
  readonly #earlier: readonly KeyObject[];

  constructor([secret, ...earlier]: Secrets) {
    this.#key = keyOf(secret);
    this.#earlier = earlier.map(keyOf);
  }

  /** True if some values may still be encrypted with an earlier secret. */
  get isRotated(): boolean {
    return this.#earlier.length > 0;
  }

  /** Encrypts text that has to be readable again. */
  seal(purpose: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /**
   * Returns the decrypted text. Undefined if it was encrypted for another purpose, or if the instance has
   * lost the secret.
   */
  open(purpose: string, sealed: string): string | undefined {
    return openWith(this.#key, purpose, sealed) ?? this.#openOld(purpose, sealed);
  }

  /** Reencrypts text that an earlier secret encrypted for this purpose. Undefined for anything else. */
  reseal(purpose: string, sealed: string): { text: string; sealed: string } | undefined {
    if (openWith(this.#key, purpose, sealed) !== undefined) return undefined;
    const text = this.#openOld(purpose, sealed);
    return text === undefined ? undefined : { text, sealed: this.seal(purpose, text) };
  }

  #openOld(purpose: string, sealed: string): string | undefined {
    for (const key of this.#earlier) {
      const text = openWith(key, purpose, sealed);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** Hashes text that only has to be recognized. */
  digest(purpose: string, text: string): string {
    return digestWith(this.#key, purpose, text);
  }

  /** True if the digest is that of the text, under the current or an earlier secret. Takes as long for any wrong one. */
  recognizes(purpose: string, text: string, digest: string): boolean {
    const given = Buffer.from(digest);
    return this.digests(purpose, text).some((known) => {
      const wanted = Buffer.from(known);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
  }

  /** Returns the current digest, followed by the digests under each earlier secret, for recognizing text. */
  digests(purpose: string, text: string): string[] {
    return [this.#key, ...this.#earlier].map((key) => digestWith(key, purpose, text));
  }
}

function keyOf(secret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "fanfare.vault", KEY_BYTES)));
}

function openWith(key: KeyObject, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(tag);
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return text.toString("utf8");
  } catch {
    return undefined;
  }
}

function digestWith(key: KeyObject, purpose: string, text: string): string {
  return createHmac("sha256", key).update(`${purpose}\n${text}`).digest("base64url");
}
