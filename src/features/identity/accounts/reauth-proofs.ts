import { failure } from "#src/lib/errors.ts";
import type { Person, Platform } from "#src/platform/context.ts";
import { verifyPasskey } from "./passkeys.ts";
import { isPasswordOf } from "./passwords.ts";
import { listProofMethods } from "./reauthentication.ts";
import { AUTH_ERRORS } from "./rules.ts";
import { consumeCode } from "./two-factor.ts";

interface Proof {
  passkey?: unknown;
  code?: unknown;
  password?: unknown;
}

/** Throws unless the proof belongs to this person. The caller counts guesses. */
export async function requireProof(
  platform: Platform,
  person: Person,
  { passkey, code, password }: Proof,
): Promise<void> {
  if (typeof passkey === "object" && passkey !== null) {
    const owner = await verifyPasskey(platform, passkey);
    if (owner !== person.id) throw failure(AUTH_ERRORS, "PASSKEY_REFUSED");
  } else if (typeof code === "string") {
    if (!(await consumeCode(platform, person, code))) throw failure(AUTH_ERRORS, "CODE_WRONG");
  } else {
    const methods = await listProofMethods(platform, person.id);
    const isRight =
      methods.includes("password") &&
      typeof password === "string" &&
      (await isPasswordOf(platform.db, person.id, password));
    if (!isRight) throw failure(AUTH_ERRORS, "PASSWORD_WRONG");
  }
}
