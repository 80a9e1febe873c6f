import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { promisify } from "node:util";
import { vi } from "vitest";

/**
 * Almost everyone in the tests has the same password, and hashing is slow by design: a tenth of a second
 * each.
 */
vi.mock("better-auth/crypto", async (load) => {
  const crypto = await load<typeof import("better-auth/crypto")>();
  const hashes = new Map<string, Promise<string>>();
  const hashPassword = (password: string) => {
    const hash = hashes.get(password) ?? crypto.hashPassword(password);
    hashes.set(password, hash);
    return hash;
  };
  return { ...crypto, hashPassword };
});

type Derive = (
  password: string,
  salt: string,
  length: number,
  options: object,
  done: (error: Error | null, key?: Buffer) => void,
) => void;

/** Nor is a password compared with a hash twice: what comes of the same password and salt is the same. */
function deriveOnce(): void {
  if ("isOnce" in crypto.scrypt) return;
  const derive = promisify(crypto.scrypt as Derive);
  const keys = new Map<string, Promise<Buffer | undefined>>();
  const once: Derive = (password, salt, length, options, done) => {
    const name = JSON.stringify([password, salt, length, options]);
    const key = keys.get(name) ?? derive(password, salt, length, options);
    keys.set(name, key);
    key.then((made) => done(null, made), done);
  };
  Object.assign(crypto, { scrypt: Object.assign(once, { isOnce: true }) });
  syncBuiltinESMExports();
}

deriveOnce();
