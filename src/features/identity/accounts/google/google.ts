/*
 * Sign-in with Google (OpenID Connect: PKCE, state, nonce, and an ID token whose signature is checked). Only
 * the id of the Google account is stored. Accounts are never connected just because they share an address:
 * the owner connects them while signed in.
 */
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthEndpoint, getSessionFromCtx, isAPIError } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";
import {
  createAuthorizationURL,
  generateState,
  handleOAuthUserInfo,
  parseState,
  validateAuthorizationCode,
  validateToken,
} from "better-auth/oauth2";
import * as z from "zod";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";
import { type ErrorEntry, failure } from "#src/lib/errors.ts";
import { PATHS } from "#src/lib/paths.ts";
import { isBlank } from "#src/lib/text.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { inTransaction } from "../auth-transaction.ts";
import { SIGN_IN_METHOD_ERRORS } from "../contract.ts";
import { about, googleConnected, googleDisconnected } from "../events.ts";
import { requireSameIdentity } from "../id-swap/id-swap.ts";
import { lockPerson } from "../id-swap/id-swap-store.ts";
import { findPerson } from "../person/person-store.ts";
import { AUTH_ERRORS } from "../rules.ts";
import {
  enqueueSignInMethodMail,
  GOOGLE,
  requireRecentlyVerifiedPerson,
  requireSignInMethod,
} from "../sign-in-methods/sign-in-methods.ts";
import { deleteProvider, insertProvider } from "../sign-in-methods/sign-in-methods-store.ts";

const NONCE_CHARS = 32;

/** An OpenID provider's endpoints. */
export interface Provider {
  issuer: string;
  authorize: string;
  token: string;
  keys: string;
}

export const GOOGLE_PROVIDER: Provider = {
  issuer: "https://accounts.google.com",
  authorize: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  keys: "https://www.googleapis.com/oauth2/v3/certs",
};

export interface GoogleClient extends Provider {
  clientId: string;
  clientSecret: string;
}

const profileSchema = z.object({
  sub: z.string().min(1),
  email: z.string().refine(isEmail).transform(normalEmail),
  email_verified: z.boolean(),
  name: z.string().optional(),
  nonce: z.string(),
});
type Profile = z.infer<typeof profileSchema>;

interface GoogleParts {
  platform: Platform;
  client: GoogleClient;
}

/** Only `auth-routes.ts` calls these paths. No request reaches them directly. */
export function signInWithGoogle({ platform, client }: GoogleParts): BetterAuthPlugin {
  const redirectURI = platform.instance.publicUrl + PATHS.authCallback;
  return {
    id: "sign-in-with-google",
    endpoints: {
      goToGoogle: createAuthEndpoint(
        "/sign-in/google",
        { method: "POST", body: z.object({ callbackURL: z.string(), connect: z.boolean() }) },
        async (c) => {
          const owner = c.body.connect ? (await getSessionFromCtx(c))?.user : undefined;
          const link = owner && { userId: owner.id, email: owner.email };
          const idTokenNonce = generateRandomString(NONCE_CHARS);
          const { state, codeVerifier } = await generateState(c, { idTokenNonce, ...(link && { link }) });
          const url = await createAuthorizationURL({
            id: GOOGLE,
            options: client,
            authorizationEndpoint: client.authorize,
            state,
            codeVerifier,
            nonce: idTokenNonce,
            scopes: ["openid", "email", "profile"],
            redirectURI,
            prompt: "select_account",
          });
          return c.json({ url: url.toString() });
        },
      ),
      returnFromGoogle: createAuthEndpoint(
        "/callback/google",
        { method: "GET", query: z.object({ state: z.string().optional(), code: z.string().optional() }) },
        async (c) => {
          const state = await parseState(c);
          const next = state.callbackURL;
          try {
            const { code } = c.query;
            if (!code) throw refusal("GOOGLE_FAILED");
            const profile = await profileOf(client, { ...state, code, redirectURI });
            if (state.link) await connect(platform, state.link, profile);
            else await enter(c, { platform, profile });
            return c.json({ next });
          } catch (error) {
            if (!isAPIError(error)) throw error;
            throw new APIError(error.status, { ...error.body, next, connects: !!state.link }, error.headers);
          }
        },
      ),
    },
  };
}

export async function disconnectGoogle(ctx: Ctx) {
  const person = await requireRecentlyVerifiedPerson(ctx);
  await ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "ways-in", person.id);
    await requireSameIdentity(ctx);
    const isGone = await deleteProvider(ctx.db, person.id, GOOGLE);
    if (!isGone) throw failure(SIGN_IN_METHOD_ERRORS, "GOOGLE_NOT_CONNECTED");
    await requireSignInMethod(ctx, person.id);
    await ctx.announce(googleDisconnected, about(person));
    await enqueueSignInMethodMail(ctx, person, "google_disconnected");
  });
  return {};
}

interface Returned {
  code: string;
  codeVerifier: string;
  idTokenNonce?: string | undefined;
  redirectURI: string;
}

/** Returns the profile of the person who came back from Google. */
async function profileOf(client: GoogleClient, { code, codeVerifier, idTokenNonce, redirectURI }: Returned) {
  const profile = await askGoogle(client, { code, codeVerifier, redirectURI }).catch(() => {
    throw refusal("GOOGLE_FAILED");
  });
  if (profile.nonce !== idTokenNonce) throw refusal("GOOGLE_FAILED");
  if (!profile.email_verified) throw refusal("GOOGLE_UNPROVEN");
  return profile;
}

async function askGoogle(client: GoogleClient, returned: Omit<Returned, "idTokenNonce">): Promise<Profile> {
  const tokens = await validateAuthorizationCode({
    ...returned,
    options: client,
    tokenEndpoint: client.token,
  });
  const { clientId: audience, issuer } = client;
  const { payload } = await validateToken(tokens.idToken ?? "", client.keys, { audience, issuer });
  return profileSchema.parse(payload);
}

/**
 * Signs in the owner of this Google account. New people get an account, unless there's already one with their
 * address.
 */
async function enter(
  c: GenericEndpointContext,
  { platform, profile }: { platform: Platform; profile: Profile },
) {
  const { sub, email, name = "" } = profile;
  const { data, error } = await inTransaction(platform, () =>
    handleOAuthUserInfo(c, {
      userInfo: {
        id: sub,
        email,
        emailVerified: true,
        name: isBlank(name) ? (email.split("@")[0] ?? "") : name,
      },
      account: { providerId: GOOGLE, accountId: sub },
    }),
  );
  if (error === "account not linked") throw refusal("GOOGLE_NOT_CONNECTED");
  if (!data) throw refusal("GOOGLE_FAILED");
  await setSessionCookie(c, data);
}

async function connect(
  platform: Platform,
  { userId: id, email }: { userId: string; email: string },
  { sub }: Profile,
): Promise<void> {
  const result = await platform.write(async (ctx) => {
    await lockPerson(ctx.db, id);
    if ((await findPerson(ctx.db, id))?.email !== email) throw refusal("GOOGLE_FAILED");
    const row = { id: ctx.newId(), userId: id, providerId: GOOGLE, accountId: sub };
    const made = await insertProvider(ctx.db, row);
    if (made !== "new") return made;
    await ctx.announce(googleConnected, about({ id }));
    await enqueueSignInMethodMail(ctx, { id, email }, "google_connected");
    return made;
  });
  if (result === "taken") throw refusal("GOOGLE_TAKEN");
}

type Refused = keyof typeof AUTH_ERRORS;

function refusal(code: Refused): APIError {
  const { status, message }: ErrorEntry = AUTH_ERRORS[code];
  return new APIError(status as 400, { code, message });
}
