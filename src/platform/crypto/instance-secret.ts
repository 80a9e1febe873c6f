import { randomBytes } from "node:crypto";
import type { Db } from "../db/database.ts";
import { keepInstanceValue } from "../instance-values.ts";

/** The configured secret, or one that the first node creates and shares through the database. */
export async function instanceSecret(db: Db, configured: string): Promise<string> {
  if (configured) return configured;
  return keepInstanceValue(db, "secret", randomBytes(32).toString("base64url"));
}
