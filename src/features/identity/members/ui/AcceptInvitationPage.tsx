import "#src/kit/deferred.css";
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { AuthFrame } from "#src/features/identity/accounts/ui/shared/AuthFrame.tsx";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { ReceivedInvitation } from "#src/features/identity/members/contract.ts";
import { ROLE_LABELS } from "#src/features/identity/team/contract.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { hasSession } from "#src/kit/session.ts";
import { PATHS } from "#src/lib/paths.ts";
import { InvitationResponse } from "./InvitationResponse.tsx";
import { invitationPath } from "./invitation-path.ts";
import { membersApi } from "./member-queries.ts";
import { WrongAccount } from "./WrongAccount.tsx";

const NAMES_MAX = 10;

function InvitationDetails({ offer }: { offer: ReceivedInvitation }) {
  const { label, can } = ROLE_LABELS[offer.role];
  return (
    <Stack component="dl" gap="sm" m={0} style={{ overflowWrap: "anywhere" }}>
      <Fact term="Your role" value={`${label}: ${can.charAt(0).toLowerCase()}${can.slice(1)}.`} />
      {offer.role !== "billing" && <Fact term="Profiles" value={profilesOf(offer)} />}
      <Fact term="Works until" value={formatDateTime(offer.expires_at)} />
    </Stack>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {term}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {value}
      </Text>
    </div>
  );
}

function profilesOf({ profiles }: ReceivedInvitation): string {
  if (profiles === null) return "All of the team’s";
  if (profiles.length === 0) return "None, because they were deleted";
  const rest = profiles.length - NAMES_MAX;
  return profiles.slice(0, NAMES_MAX).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

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
