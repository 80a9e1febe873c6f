import "#src/kit/later.css";
import { Button, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { useContext } from "react";
import { type Me, useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { grantOf } from "#src/features/team/rules.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { dialogWhenNeeded } from "#src/kit/when-needed.tsx";
import { InvitationList } from "./InvitationList.tsx";
import { MemberList } from "./MemberList.tsx";
import { OwnPlace } from "./OwnPlace.tsx";
import { Handover } from "./shared/team-parts.ts";

const InviteDialog = dialogWhenNeeded(async () => (await import("./InviteDialog.tsx")).InviteDialog);

/** `/dashboard/settings/team`: who works in this account, and the reader's own place in it. */
export function TeamPage() {
  const me = useMe();
  if (!me) return <PageTitle title="Team" />;
  return grantOf(me.account.role, "team.manage") ? <ManagedTeam me={me} /> : <OwnTeam me={me} />;
}

function ManagedTeam({ me }: { me: Me }) {
  const HandoverParts = useContext(Handover);
  const [inviting, invite] = useDisclosure(false);
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
        <HandoverParts me={me} />
      </Stack>
      <InviteDialog me={me} opened={inviting} onClose={invite.close} />
    </>
  );
}

function OwnTeam({ me }: { me: Me }) {
  const HandoverParts = useContext(Handover);
  return (
    <>
      <PageTitle title="Team" />
      <Stack gap="xl">
        <OwnPlace me={me} />
        <HandoverParts me={me} />
      </Stack>
    </>
  );
}
