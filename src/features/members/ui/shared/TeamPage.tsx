import "#src/kit/later.css";
import { Button, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { type Me, useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { grantOf } from "#src/features/team/rules.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { useOpening } from "#src/kit/use-opening.ts";
import { dialogWhenNeeded } from "#src/kit/when-needed.tsx";
import { InvitationList } from "../InvitationList.tsx";
import { MemberList } from "../MemberList.tsx";
import { OwnPlace } from "../OwnPlace.tsx";

const InviteDialog = dialogWhenNeeded(async () => (await import("../InviteDialog.tsx")).InviteDialog);

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
  useOpening("create", () => me.email_verified && invite.open());
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
        {me.account.id !== me.id && <OwnPlace me={me} />}
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
        <OwnPlace me={me} />
        <Handover me={me} />
      </Stack>
    </>
  );
}
