import { AsyncLocalStorage } from "node:async_hooks";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";
import type { EmailLinks } from "../email-links/email-links.ts";
import { AUTH_ERRORS } from "../rules.ts";

/* Our own endpoints in better-auth, which start sessions. */
export const RENEW_PATH = "/renew-session";
/** Starts a session for someone we've identified ourselves. No request reaches it from outside. */
export const VERIFIED_SESSION_PATH = "/sign-in/proven";

const verifiedUsers = new AsyncLocalStorage<string>();

/** During `work`, `VERIFIED_SESSION_PATH` signs this person in. */
export function asVerifiedUser<T>(userId: string, work: () => Promise<T>): Promise<T> {
  return verifiedUsers.run(userId, work);
}

/** Signs in after a passkey or the second step's code. */
export function signInVerified(): BetterAuthPlugin {
  return {
    id: "sign-in-proven",
    endpoints: {
      signInProven: createAuthEndpoint(VERIFIED_SESSION_PATH, { method: "POST" }, async (ctx) => {
        const userId = verifiedUsers.getStore();
        const user = userId === undefined ? null : await ctx.context.internalAdapter.findUserById(userId);
        if (!user) throw new APIError("NOT_FOUND");
        const session = await ctx.context.internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ status: true, user: { id: user.id, email: user.email } });
      }),
    },
  };
}

/**
 * Ends all of the signed-in person's sessions and starts a new one in their place. Only `auth-routes.ts`
 * calls it.
 */
export function renewSession(): BetterAuthPlugin {
  return {
    id: "renew-session",
    endpoints: {
      renewSession: createAuthEndpoint(
        RENEW_PATH,
        { method: "POST", use: [sessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const { internalAdapter } = ctx.context;
          await internalAdapter.deleteUserSessions(user.id);
          const { activeAccount } = session as { activeAccount?: string | null };
          const renewed = await internalAdapter.createSession(user.id, false, { activeAccount });
          await setSessionCookie(ctx, { session: renewed, user });
          return ctx.json({ status: true });
        },
      ),
    },
  };
}

/**
 * Starts a session from the link sent to the person's address. better-auth's own magic links would delete the
 * password of an account with an unconfirmed address. Ours are sent only to confirmed ones.
 */
export function signInByLink(links: EmailLinks): BetterAuthPlugin {
  return {
    id: "sign-in-by-link",
    endpoints: {
      signInByLink: createAuthEndpoint(
        "/sign-in/link",
        { method: "POST", body: z.object({ token: z.string() }) },
        async (ctx) => {
          const owner = await links.use("signIn", ctx.body.token);
          const user = owner && (await ctx.context.internalAdapter.findUserById(owner.id));
          if (!user) {
            const { message } = AUTH_ERRORS.LINK_EXPIRED;
            throw new APIError("BAD_REQUEST", { code: "LINK_EXPIRED", message });
          }
          const session = await ctx.context.internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ status: true });
        },
      ),
    },
  };
}
