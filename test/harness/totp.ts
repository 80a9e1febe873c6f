import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";

/** The code that an app shows at a moment, from the secret as people type it. */
export function totpAt(typedSecret: string, now: Date): Promise<string> {
  const secret = new TextDecoder().decode(base32.decode(typedSecret.replaceAll(" ", "")));
  return createOTP(secret).hotp(Math.floor(now.getTime() / 30_000));
}
