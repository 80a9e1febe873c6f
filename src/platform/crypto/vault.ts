import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** As NIST SP 800-38D (section 8.2) recommends. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Protects data that a copy of the database must not reveal. The key comes from the instance's secret.
 * Everything is bound to a purpose, so that data stored for one row can't be passed off as another's.
 */
export class Vault {
  /** As an object, since Node takes five times as long to sign with a buffer. */
  readonly #key: KeyObject;

  constructor(secret: string) {
    const key = hkdfSync("sha256", secret, "", "fanfare.vault", KEY_BYTES);
    this.#key = createSecretKey(Buffer.from(key));
  }

  /** Encrypts text that has to be readable again. */
  seal(purpose: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /**
   * The text sealed for this purpose. Undefined for anything else, and if the instance's secret has changed.
   */
  open(purpose: string, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, "base64url");
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      const text = Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
      return text.toString("utf8");
    } catch {
      return undefined;
    }
  }

  /** Replaces text that only has to be recognized. */
  digest(purpose: string, text: string): string {
    return createHmac("sha256", this.#key).update(`${purpose}\n${text}`).digest("base64url");
  }
}
