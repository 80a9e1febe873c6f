import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { promisify } from "node:util";

type Done = (error: Error | null, key?: Buffer) => void;
type Scrypt = (password: string, salt: string, length: number, options: object, done: Done) => void;

/**
 * Almost everyone in the journeys has the same password, and hashing is slow by design: a tenth of a second
 * each. Runs in the server, before it starts.
 */
const hash = promisify(crypto.scrypt as Scrypt);
const keys = new Map<string, Promise<Buffer | undefined>>();
const hashOnce: Scrypt = (password, salt, length, options, done) => {
  const key = keys.get(password) ?? hash(password, salt, length, options);
  keys.set(password, key);
  key.then((key) => done(null, key), done);
};

Object.assign(crypto, { scrypt: hashOnce });
syncBuiltinESMExports();
