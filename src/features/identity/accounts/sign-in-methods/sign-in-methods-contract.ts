import * as z from "zod";
import { idSchema, person, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { isBlank } from "#src/lib/text.ts";
import { REAUTHENTICATION_ERRORS, SIGN_IN_METHOD_ERRORS } from "../contract.ts";
import { PASSKEY_NAME_CHARS_MAX } from "../rules.ts";

const nameOfPasskey = z
  .string()
  .max(PASSKEY_NAME_CHARS_MAX, `Use up to ${PASSKEY_NAME_CHARS_MAX} characters.`)
  .refine((name) => !isBlank(name), "Give the passkey a name.");

const browsersAnswer = z.record(z.string(), z.unknown());

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Set if a password manager stores it, on all of the person's devices. */
  is_synced: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const signInMethodsSchema = z.object({
  two_factor: z.object({
    is_on: z.boolean(),
    recovery_codes_left: z.number(),
    /** When it will be removed, because staff were told that its phone is lost. */
    removal_due_at: z.string().nullable(),
  }),
  passkeys: z.array(passkeySchema),
  google: z.enum(["not_offered", "not_connected", "connected"]),
});

const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });
const nothing = z.object({});

const { get, post, patch, del } = routesOf("accounts");

/** A separate contract, because not every screen loads it. */
export const signInMethodsContract = {
  waysIn: person("account.see").route(get("/me/ways-in", "How you can sign in")).output(signInMethodsSchema),
  startTwoFactor: person("account.see")
    .route(post("/me/two-factor", "Begin to set up two-step sign-in: the secret for your authenticator app"))
    .errors({
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(SIGN_IN_METHOD_ERRORS, "EMAIL_UNCONFIRMED", "TWO_FACTOR_ON"),
    })
    .output(z.object({ secret: z.string(), uri: z.string() })),
  turnOnTwoFactor: person("account.see")
    .route(
      post(
        "/me/two-factor/confirm",
        "Turn two-step sign-in on with a code from the app; answers the recovery codes, once",
      ),
    )
    .errors(pickErrors(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_ON", "TWO_FACTOR_OFF", "CODE_WRONG"))
    .input(z.object({ code: z.string().max(100) }))
    .output(recoveryCodesSchema),
  turnOffTwoFactor: person("account.see")
    .route(del("/me/two-factor", "Turn two-step sign-in off"))
    .errors({ ...REAUTHENTICATION_ERRORS, ...pickErrors(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_OFF") })
    .output(nothing),
  keepSecondFactor: person("account.see")
    .route(del("/me/two-factor/removal", "Stop the removal of two-step sign-in that staff were asked for"))
    .errors(pickErrors(SIGN_IN_METHOD_ERRORS, "REMOVAL_NOT_PENDING"))
    .output(z.object({ removal_due_at: z.null() })),
  replaceRecoveryCodes: person("account.see")
    .route(post("/me/two-factor/recovery-codes", "Get new recovery codes; the old ones no longer work"))
    .errors({ ...REAUTHENTICATION_ERRORS, ...pickErrors(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_OFF") })
    .output(recoveryCodesSchema),
  startPasskey: person("account.see")
    .route(
      post(
        "/me/passkeys/options",
        "What a browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON)",
      ),
    )
    .errors({
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(SIGN_IN_METHOD_ERRORS, "EMAIL_UNCONFIRMED", "PASSKEYS_TOO_MANY"),
    })
    .output(browsersAnswer),
  addPasskey: person("account.see")
    .route(post("/me/passkeys", "Add the passkey that was made"))
    .errors({
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(
        SIGN_IN_METHOD_ERRORS,
        "EMAIL_UNCONFIRMED",
        "PASSKEYS_TOO_MANY",
        "PASSKEY_REFUSED",
        "PASSKEY_KNOWN",
      ),
    })
    .input(z.object({ name: nameOfPasskey, response: browsersAnswer }))
    .output(passkeySchema),
  updatePasskey: person("account.see")
    .route(patch("/me/passkeys/{id}", "Rename a passkey"))
    .errors(pickErrors(SIGN_IN_METHOD_ERRORS, "PASSKEY_NOT_FOUND"))
    .input(z.object({ id: idSchema, name: nameOfPasskey }))
    .output(passkeySchema),
  removePasskey: person("account.see")
    .route(del("/me/passkeys/{id}", "Remove a passkey"))
    .errors({
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(SIGN_IN_METHOD_ERRORS, "PASSKEY_NOT_FOUND", "LAST_WAY_IN"),
    })
    .input(z.object({ id: idSchema }))
    .output(nothing),
  disconnectGoogle: person("account.see")
    .route(del("/me/google", "Stop signing in with Google"))
    .errors({
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(SIGN_IN_METHOD_ERRORS, "GOOGLE_NOT_CONNECTED", "LAST_WAY_IN"),
    })
    .output(nothing),
};
