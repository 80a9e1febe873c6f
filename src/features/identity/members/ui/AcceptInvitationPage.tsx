import "#src/kit/deferred.css";
import { Button, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { AuthFrame } from "#src/features/identity/accounts/ui/shared/AuthFrame.tsx";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { ReceivedInvitation } from "#src/features/identity/members/contract.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { hasSession } from "#src/kit/auth.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { InvitationDetails } from "./InvitationDetails.tsx";
import { InvitationResponse } from "./InvitationResponse.tsx";
import { invitationPath } from "./invitation-path.ts";
import { membersApi } from "./member-queries.ts";
import { WrongAccount } from "./WrongAccount.tsx";

/** The target of an invitation's link: its details, and accepting it. */
export function AcceptInvitationPage() {
  const { token = "" } = useSearch({ from: PATHS.acceptInvitation });
  const offer = useQuery(membersApi.offer.queryOptions({ input: { token: token || "none" }, retry: false }));
  const person = usePerson();
  if (apiErrorOf(offer.error)?.code === "INVITATION_GONE") return <Gone />;
  const failed = offer.error ? offer : person.error ? person : undefined;
  if (failed) {
    return (
      <AuthFrame title="Invitation">
        <ErrorPanel
          error={failed.error}
          fallback="We couldn’t load the invitation."
          onRetry={() => void failed.refetch()}
        />
      </AuthFrame>
    );
  }
  if (!offer.data || person.data === undefined) {
    return (
      <AuthFrame title="Invitation">
        <Skeleton h={220} radius="md" />
      </AuthFrame>
    );
  }
  return <Invited token={token} offer={offer.data} email={person.data?.email} />;
}

/** Returns the person signed in to this browser, or null. This check causes no error. */
function usePerson() {
  const me = meQuery();
  return useQuery({
    queryKey: ["invited"],
    queryFn: async ({ client }) => ((await hasSession()) ? client.fetchQuery(me) : null),
    staleTime: 0,
  });
}

function Invited({
  token,
  offer,
  email,
}: {
  token: string;
  offer: ReceivedInvitation;
  email: string | undefined;
}) {
  const isTheirs = email?.toLowerCase() === offer.email;
  return (
    <AuthFrame
      title={`Join ${offer.team}’s team`}
      text={`${offer.invited_by ?? offer.team} invited ${offer.email}.`}
    >
      <Stack gap="lg">
        <InvitationDetails offer={offer} />
        {email === undefined && <SignInToJoin token={token} offer={offer} />}
        {email !== undefined && !isTheirs && <WrongAccount token={token} offer={offer} email={email} />}
        {(isTheirs || email === undefined) && (
          <InvitationResponse token={token} offer={offer} mayJoin={isTheirs} />
        )}
      </Stack>
    </AuthFrame>
  );
}

function Gone() {
  return (
    <AuthFrame
      title="This invitation no longer works"
      text="It was accepted, declined, or revoked, or it’s more than 14 days old. Ask the person who invited you for a new one."
    >
      <Button
        fullWidth
        size="md"
        variant="default"
        renderRoot={(props) => <Link to={PATHS.dashboard} {...props} />}
      >
        Go to your dashboard
      </Button>
    </AuthFrame>
  );
}

/** Lets people without an account sign up with the invited address. */
function SignInToJoin({ token, offer }: { token: string; offer: ReceivedInvitation }) {
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
