import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const PRESENT_AND_VERIFIED = 0b101;
const PRESENT = 0b1;
const WITH_KEY = 0b1000000;

interface Asked {
  challenge: string;
}

/** A device with one passkey, as a browser answers for it (ES256, no attestation). */
export class Authenticator {
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  #uses = 0;
  /** Whether it checks who's holding it. */
  verifies = true;

  constructor(origin: string) {
    this.#origin = origin;
    this.#keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  /** The result of `navigator.credentials.create`. */
  create({ challenge }: Asked): object {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]),
    );
    const length = Buffer.from([0, this.#id.length]);
    const data = Buffer.concat([this.#data(WITH_KEY), Buffer.alloc(16), length, this.#id, key]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(data)],
      ]),
    );
    return this.#answer({
      clientDataJSON: this.#client("webauthn.create", challenge).toString("base64url"),
      attestationObject: Buffer.from(attestation).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** The result of `navigator.credentials.get`. */
  get({ challenge }: Asked): object {
    this.#uses++;
    const client = this.#client("webauthn.get", challenge);
    const data = this.#data(0);
    const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    return this.#answer({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
    });
  }

  #answer(response: object): object {
    const id = this.#id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #data(flags: number): Buffer {
    const site = createHash("sha256").update(new URL(this.#origin).hostname).digest();
    const uses = Buffer.alloc(4);
    uses.writeUInt32BE(this.#uses);
    const all = flags | (this.verifies ? PRESENT_AND_VERIFIED : PRESENT);
    return Buffer.concat([site, Buffer.from([all]), uses]);
  }
}
