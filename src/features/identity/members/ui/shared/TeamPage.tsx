import "#src/kit/deferred.css";
import { Box, Button, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { type Me, useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { useOpenParam } from "#src/kit/use-open-param.ts";
import { InvitationRow } from "../InvitationRow.tsx";
import { MemberRow } from "../MemberRow.tsx";
import { membersApi } from "../member-queries.ts";
import { NoMailServerBanner } from "../NoMailServer.tsx";
import { OwnMembership } from "../OwnMembership.tsx";
import classes from "../Team.module.css";

const InviteDialog = lazyDialog(async () => (await import("../InviteDialog.tsx")).InviteDialog);

interface TeamPageProps {
  /** Transfers the account to another owner, which belongs to a later slice. */
  Handover: ComponentType<{ me: Me }>;
}

/** `/dashboard/settings/team`: the people who work in this account, and the reader's own role in it. */
export function TeamPage({ Handover }: TeamPageProps) {
  const me = useMe();
  if (!me) return <PageTitle title="Team" />;
  return grantOf(me.account.role, "team.manage") ? (
    <ManagedTeam me={me} Handover={Handover} />
  ) : (
    <OwnTeam me={me} Handover={Handover} />
  );
}

function ManagedTeam({ me, Handover }: TeamPageProps & { me: Me }) {
  const [inviting, invite] = useDisclosure(false);
  useOpenParam("create", () => me.email_verified && invite.open());
  return (
    <>
      <PageTitle
        title="Team"
        actions={
          me.email_verified && (
            <Button leftSection={<IconUserPlus size={18} />} onClick={invite.open}>
              Invite people
            </Button>
          )
        }
      >
        {me.account.id === me.id ? "Who works in your account" : `Who works in ${me.account.name}’s account`}
      </PageTitle>
      <Stack gap="xl">
        {!me.email_verified && (
          <Text size="sm" c="dimmed">
            Once you’ve confirmed your e-mail address, you can invite people here.
          </Text>
        )}
        <MemberList me={me} />
        <InvitationList />
        {me.account.id !== me.id && <OwnMembership me={me} />}
        <Handover me={me} />
      </Stack>
      <InviteDialog me={me} opened={inviting} onClose={invite.close} />
    </>
  );
}

function OwnTeam({ me, Handover }: TeamPageProps & { me: Me }) {
  return (
    <>
      <PageTitle title="Team" />
      <Stack gap="xl">
        <OwnMembership me={me} />
        <Handover me={me} />
      </Stack>
    </>
  );
}

/** Open invitations. Shows nothing if there are none. */
function InvitationList() {
  const { data } = useQuery(membersApi.invitations.queryOptions());
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="invitations">
      <Title order={2} size="h4" mb="xs" id="invitations">
        Invitations
      </Title>
      {data.items.some(({ state }) => state === "open") && (
        <Box mb="sm">
          <NoMailServerBanner />
        </Box>
      )}
      <Paper withBorder radius="lg" component="ul" className={classes.list}>
        {data.items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </Paper>
    </section>
  );
}

function MemberList({ me }: { me: Me }) {
  const { data, error, refetch } = useQuery(membersApi.list.queryOptions());
  if (!data && error)
    return <ErrorPanel error={error} fallback="We couldn’t load the team." onRetry={() => void refetch()} />;
  return (
    <section aria-labelledby="members">
      <Title order={2} size="h4" mb="xs" id="members">
        Members
      </Title>
      {!data && <Skeleton h={72} radius="lg" />}
      {data && (
        <Paper withBorder radius="lg" component="ul" className={classes.list}>
          {data.items.map((member) => (
            <MemberRow key={member.id} me={me} member={member} />
          ))}
        </Paper>
      )}
      {data?.items.length === 1 && (
        <Text size="sm" c="dimmed" mt="xs">
          Nobody else yet. People you invite work on your pages with their own sign-in, and do only what their
          role allows.
        </Text>
      )}
    </section>
  );
}
