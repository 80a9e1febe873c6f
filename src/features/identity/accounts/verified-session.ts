import { AsyncLocalStorage } from "node:async_hooks";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";

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
