import { apiErrorOf } from "./api-error.ts";
import type { Proofs } from "./Reauthentication.tsx";

let asking: Promise<boolean> | undefined;

/**
 * Runs a call. If the server first requires proof of identity, asks for it and repeats the call, which is
 * transparent to the caller unless the server doesn't respond.
 */
export async function withReauthentication<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (refusal?.code !== "REAUTHENTICATION_REQUIRED") throw error;
    if (!(await ask(refusal.data as Proofs))) throw error;
    return withReauthentication(call);
  }
}

/** Two simultaneous calls ask only once. */
function ask(proofs: Proofs): Promise<boolean> {
  asking ??= import("./Reauthentication.tsx")
    .then(({ promptReauthentication: askWhoItIs }) => askWhoItIs(proofs))
    .finally(() => {
      asking = undefined;
    });
  return asking;
}
