import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";
import type { EmailLinks } from "./email-links.ts";
import { AUTH_ERRORS } from "./rules.ts";

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
