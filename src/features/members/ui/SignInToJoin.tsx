import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReceivedInvitation } from "#src/features/members/contract.ts";
import { PATHS } from "#src/lib/paths.ts";
import { invitationPath } from "./invitation-path.ts";

/** Lets people without an account sign up with the invited address. */
export function SignInToJoin({ token, offer }: { token: string; offer: ReceivedInvitation }) {
  const search = {
    next: invitationPath(token),
    email: offer.email,
    mode: offer.has_account ? ("sign-in" as const) : ("sign-up" as const),
  };
  return (
    <Button fullWidth size="md" renderRoot={(props) => <Link to={PATHS.signIn} search={search} {...props} />}>
      {offer.has_account ? "Sign in to join" : "Create your account to join"}
    </Button>
  );
}
