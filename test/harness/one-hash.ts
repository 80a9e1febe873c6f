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
