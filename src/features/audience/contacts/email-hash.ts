import { hash } from "node:crypto";

/** What `suppressions` knows an account's address by. The same as `emailHashOf` in `tables.ts` makes. */
export function emailHash(account: string, email: string): string {
  return hash("sha256", `${account}\n${email}`, "hex");
}
