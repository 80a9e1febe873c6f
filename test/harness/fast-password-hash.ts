import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { promisify } from "node:util";

type Done = (error: Error | null, key?: Buffer) => void;
type Scrypt = (password: string, salt: string, length: number, options: object, done: Done) => void;

/**
 * Almost everyone in the tests has the same password, and hashing is slow by design: a tenth of a second each. Every
 * salt of a password gives the same key here. For processes of tests, and for the server of the journeys.
 */
function hashOnce(): void {
  if ("isOnce" in crypto.scrypt) return;
  const hash = promisify(crypto.scrypt as Scrypt);
  const keys = new Map<string, Promise<Buffer | undefined>>();
  const once: Scrypt = (password, salt, length, options, done) => {
    const key = keys.get(password) ?? hash(password, salt, length, options);
    keys.set(password, key);
    key.then((made) => done(null, made), done);
  };
  Object.assign(crypto, { scrypt: Object.assign(once, { isOnce: true }) });
  syncBuiltinESMExports();
}

hashOnce();
