import { hash } from "node:crypto";

/** Hashes an account's address for `suppressions`. Must match `emailHashOf` in `tables.ts`. */
export function emailHash(account: string, email: string): string {
  return hash("sha256", `${account}\n${email}`, "hex");
}
