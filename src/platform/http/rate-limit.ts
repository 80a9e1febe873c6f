import { Failure, retryAfter } from "#src/lib/errors.ts";
import type { Platform } from "../context.ts";
import type { Limit, RemainingAttempts } from "../limits.ts";

type Headers = Record<string, string>;

/**
 * Counts a call by `who` against `limit`. Whether or not it may continue, `tell` receives the headers to
 * send: the fields of the IETF's draft (draft-ietf-httpapi-ratelimit-headers), and the three of its earlier
 * versions, which more programs read.
 */
export async function countCall(
  { limits }: Platform,
  { limit, who }: { limit: Limit; who: string },
  tell: (headers: Headers) => void,
): Promise<void> {
  try {
    tell(headersOf(limit, await limits.count(limit, who)));
  } catch (error) {
    if (error instanceof Failure) tell(headersOf(limit, { attempts: 0, seconds: retryAfter(error) ?? 0 }));
    throw error;
  }
}

function headersOf({ name, attempts, seconds }: Limit, left: RemainingAttempts): Headers {
  return {
    "RateLimit-Policy": `"${name}";q=${attempts};w=${seconds}`,
    RateLimit: `"${name}";r=${left.attempts};t=${left.seconds}`,
    "RateLimit-Limit": String(attempts),
    "RateLimit-Remaining": String(left.attempts),
    "RateLimit-Reset": String(left.seconds),
  };
}
