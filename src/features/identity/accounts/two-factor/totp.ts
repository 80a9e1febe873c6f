import { randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";

const STEP_MS = 30_000;
/** Fifteen random bytes make 32 characters to type, which apps are used to. */
const SECRET_BYTES = 15;
/** Phones' clocks may be off by this many periods, so the codes before and after count, too (RFC 6238). */
const STEPS_OFF = 1;

export function newTotpSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Returns the period that `code` belongs to, or undefined if it's none around `now`. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | undefined> {
  const current = Math.floor(now.getTime() / STEP_MS);
  for (let step = current - STEPS_OFF; step <= current + STEPS_OFF; step++) {
    if ((await createOTP(secret).hotp(step)) === code) return step;
  }
  return undefined;
}

/** Returns the secret for the app: as the URL in a QR code, and in groups of four to type. */
export function setupOf(secret: string, { issuer, email }: { issuer: string; email: string }) {
  const typed = base32.encode(secret, { padding: false });
  return { uri: createOTP(secret).url(issuer, email), secret: typed.replace(/(.{4})(?=.)/g, "$1 ") };
}
