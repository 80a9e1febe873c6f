import { vi } from "vitest";

/** Almost everybody in the tests has the same password, and hashing is slow by design: a tenth of a second a person. */
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
