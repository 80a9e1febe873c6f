import "#src/kit/deferred.css";
import { Button, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { type Me, useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { grantOf } from "#src/features/team/rules.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { useOpenParam } from "#src/kit/use-open-param.ts";
import { InvitationList } from "../InvitationList.tsx";
import { MemberList } from "../MemberList.tsx";
import { OwnMembership } from "../OwnMembership.tsx";

const InviteDialog = lazyDialog(async () => (await import("../InviteDialog.tsx")).InviteDialog);

interface TeamPageProps {
  /** Giving the account another owner, which is a later slice's. */
  Handover: ComponentType<{ me: Me }>;
}

/** `/dashboard/settings/team`: who works in this account, and the reader's own place in it. */
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
