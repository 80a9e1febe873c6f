import type { Auth } from "#src/features/accounts/auth.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";

/** Who owns the three creators, and as the first account is the founder. Printed at every start, so no secret. */
export const DEMO_OWNER = { name: "Robin Demo", email: "demo@example.com", password: "fanfare-demo" };

interface Entrance {
  platform: Platform;
  auth: Auth;
}

/** Signs the demo's owner up, or in where an earlier start has already done so; whoever is first is the founder. */
export async function enterAsOwner({ platform, auth }: Entrance): Promise<Ctx> {
  const knock = (path: string) =>
    auth.handle(
      new Request(`${platform.instance.publicUrl}/api/auth/${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(DEMO_OWNER),
      }),
    );
  const signedUp = await knock("sign-up/email");
  const answer = signedUp.ok ? signedUp : await knock("sign-in/email");
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  const actor = await auth.findPerson(new Headers({ cookie: cookies.join("; ") }));
  if (!actor) throw new Error(`The owner of the demo cannot sign in (${answer.status}).`);
  const signals = { gpc: false, dnt: false };
  const request = { address: "", userAgent: "", host: "", signals };
  return { ...platform, actor, account: actor.id, isSignedIn: async () => true, request };
}

/** Confirms the owner's address, as they would by the link in their e-mail. */
export async function verifyOwner(ctx: Ctx, auth: Auth): Promise<void> {
  if (!ctx.actor.email_verified) await auth.links.confirm(ctx.actor.id);
}
