import type * as z from "zod";
import type { Ctx } from "#src/platform/context.ts";
import { GOOGLE } from "./google.ts";
import { listPasskeys } from "./passkey-store.ts";
import { toPasskey } from "./passkeys.ts";
import { requirePerson } from "./require-actor.ts";
import type { signInMethodsSchema } from "./sign-in-methods-contract.ts";
import { listSignInMethods } from "./sign-in-methods-store.ts";
import { findTwoFactor } from "./two-factor-store.ts";

export async function getSignInMethods(ctx: Ctx): Promise<z.output<typeof signInMethodsSchema>> {
  const { id } = requirePerson(ctx);
  const { providers } = await listSignInMethods(ctx.db, id);
  const twoFactor = await findTwoFactor(ctx.db, id);
  const isOn = !!twoFactor?.confirmedAt;
  const passkeys = await listPasskeys(ctx.db, id);
  const whenNot = ctx.instance.offersGoogle ? "not_connected" : "not_offered";
  return {
    two_factor: { is_on: isOn, recovery_codes_left: isOn ? twoFactor.recoveryCodes.length : 0 },
    passkeys: passkeys.map(toPasskey),
    google: providers.includes(GOOGLE) ? "connected" : whenNot,
  };
}
