import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";

export const RENEW_PATH = "/renew-session";

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
