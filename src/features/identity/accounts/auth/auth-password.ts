/* Password hashing in the form that better-auth requires. */
import { APIError } from "better-auth/api";
import { Failure, retryAfter } from "#src/lib/errors.ts";
import { hashInTurn, verifyInTurn } from "../passwords/passwords.ts";
import { signInAddress } from "./session-start.ts";

export function hash(password: string): Promise<string> {
  return hashInTurn(signInAddress(), password).catch(sayBusy);
}

export function verify(given: { hash: string; password: string }): Promise<boolean> {
  return verifyInTurn(signInAddress(), given).catch(sayBusy);
}

/**
 * Converts a failure of ours into better-auth's own error class, because it would treat it as a fault
 * otherwise.
 */
function sayBusy(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  const { code, status, message } = error;
  throw new APIError(status as 429, { code, message }, { "retry-after": String(retryAfter(error)) });
}
