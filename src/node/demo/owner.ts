import { mailVerbs } from "#src/features/accounts/accounts.ts";
import type { Auth } from "#src/features/accounts/auth.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Mail } from "#src/platform/mail/mail.ts";

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
  return { ...platform, actor, account: actor.id, request };
}

/** Opens the link of the newest verification mail that is kept for the owner, as they would; without one nothing happens. */
export async function verifyOwner(ctx: Ctx, { auth, mail }: { auth: Auth; mail: Mail }): Promise<void> {
  if (ctx.actor.email_verified) return;
  const verbs = mailVerbs(mail);
  const { items } = await verbs.listMail();
  for (const { id } of items.filter(({ to }) => to.includes(ctx.actor.email))) {
    const { text } = await verbs.getMail(ctx, { id });
    const [link] = /https?:\S+\/api\/auth\/verify-email\S+/.exec(text) ?? [];
    if (link) return void (await auth.handle(new Request(link)));
  }
}
