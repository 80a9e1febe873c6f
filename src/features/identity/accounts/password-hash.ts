import { hashPassword, verifyPassword } from "better-auth/crypto";
import { failure } from "#src/lib/errors.ts";
import { FairQueue, QueueFull, TenantQueueFull } from "#src/lib/fair-queue.ts";
import { networkOf } from "#src/lib/ip-address.ts";
import { AUTH_ERRORS } from "./rules.ts";

/** By then even a full queue is done. */
const RETRY_SECONDS = 5;

/**
 * Each hash takes one of the process's four threads for a tenth of a second, and 32 MB. File access and DNS
 * lookups wait for these threads, too, so a flood of sign-ins leaves half of them free.
 */
const queue = new FairQueue({ workers: 2, waitingMax: 60, waitingPerAccountMax: 20 });

/** Hashes a new password in turn with others. `who` is the request's network or person. */
export function hashInTurn(who: string, password: string): Promise<string> {
  return inTurn(who, () => hashPassword(password));
}

export function verifyInTurn(
  who: string,
  { hash, password }: { hash: string; password: string },
): Promise<boolean> {
  return inTurn(who, () => verifyPassword({ hash, password }));
}

/** Throws 429 for a network that has too many waiting, and 503 if there are too many in all. */
export async function inTurn<T>(who: string, work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(networkOf(who), work);
  } catch (error) {
    const detail = { data: { retry_after_s: RETRY_SECONDS } };
    if (error instanceof TenantQueueFull) throw failure(AUTH_ERRORS, "TOO_MANY_PASSWORDS", detail);
    if (error instanceof QueueFull) throw failure(AUTH_ERRORS, "PASSWORDS_BUSY", detail);
    throw error;
  }
}
