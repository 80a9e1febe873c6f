import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { nextPath } from "#src/features/identity/accounts/ui/shared/next-path.ts";
import type { Principal } from "#src/features/identity/team/rules.ts";
import { setActiveAccount } from "#src/kit/active-account.ts";
import { isWrittenFor } from "#src/kit/locale.ts";
import type { Screen } from "#src/kit/screen.ts";
import { hasSession } from "#src/kit/session.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface RouterContext {
  queries: QueryClient;
  /** True if the server knew who requested this screen when it sent the document. */
  isOwnDocument: () => boolean;
  /** Those that the router knows. */
  screens: readonly Screen[];
  /** Adds those below `/admin`. */
  addStaffScreens: () => Promise<void>;
}

interface Entering {
  context: RouterContext;
  location: { href: string };
  preload: boolean;
}

/** The signed-in person. Everyone else goes to the sign-in screen and then back to their destination. */
export async function requireMe(entering: Entering) {
  const me = inAccount(await findMe(entering));
  const { context, location: target, preload } = entering;
  // A person who has just signed in may read another language than this document's. Vite's is always in
  // English.
  if (preload || import.meta.env.DEV || context.isOwnDocument() || isWrittenFor(me)) return me;
  location.replace(nextPath(target.href));
  // The document is about to be replaced, so nothing more is shown.
  return new Promise<never>(() => undefined);
}

async function findMe({ context: { queries }, location: { href: next } }: Entering) {
  const known = queries.getQueryData(meQuery().queryKey);
  if (known) return known;
  // After a new sign-in, the tab starts in the session's account.
  setActiveAccount(undefined);
  if (!(await hasSession())) throw redirect({ to: PATHS.signIn, search: { next } });
  return queries.fetchQuery(meQuery());
}

/** This tab stays in the account it started with. */
function inAccount<Me extends Principal & { account: { id: string } }>(me: Me): Me {
  setActiveAccount(me.account.id);
  return me;
}
