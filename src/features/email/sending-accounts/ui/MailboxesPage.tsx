import "#src/kit/deferred.css";
import { Button, Paper, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAt, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ListSkeleton } from "#src/kit/ListSkeleton.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { useOpenParam } from "#src/kit/use-open-param.ts";
import { MailboxRow } from "./MailboxRow.tsx";
import { mailboxesApi } from "./mailbox-queries.ts";
import { NewAccountNote } from "./shared/NewAccountNote.tsx";

const MailboxDialog = lazyDialog(async () => (await import("./form/MailboxDialog.tsx")).MailboxDialog);

const LOOK_MS = 15_000;

/** `/dashboard/marketing/accounts`: the sending accounts. */
export function MailboxesPage() {
  const [adding, add] = useDisclosure(false);
  const role = useMe()?.account.role;
  const mayManage = role !== undefined && grantOf(role, "connections.manage") !== undefined;
  useOpenParam("create", () => mayManage && add.open());
  const list = useQuery(mailboxesApi.list.queryOptions({ refetchInterval: LOOK_MS }));
  const hasSome = !!list.data && list.data.items.length > 0;
  const button = mayManage && (
    <Button leftSection={<IconPlus size={18} />} onClick={add.open}>
      Add sending account
    </Button>
  );
  return (
    <>
      <PageTitle title="Sending accounts" actions={hasSome && button}>
        What your e-mail to fans is sent through
      </PageTitle>
      <NewAccountNote />
      {list.data ? (
        <MailboxList items={list.data.items} mayManage={mayManage} button={button} />
      ) : (
        <QueryState
          query={list}
          failure="We couldn’t load your sending accounts."
          waiting={<ListSkeleton height={180} />}
        />
      )}
      <MailboxDialog opened={adding} onClose={add.close} />
    </>
  );
}

type Items = Parameters<typeof MailboxRow>[0]["mailbox"][];

interface MailboxListProps {
  items: Items;
  mayManage: boolean;
  button: React.ReactNode;
}

function MailboxList({ items, mayManage, button }: MailboxListProps) {
  if (items.length === 0)
    return (
      <EmptyPanel
        size="lg"
        icon={<IconAt />}
        title="No sending accounts yet"
        description={
          mayManage
            ? "Connect the inbox or sending service that your fans already know you by. We never send more than it allows."
            : "The owner or an admin of this account can connect an inbox or a sending service here."
        }
      >
        {button}
      </EmptyPanel>
    );
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {items.map((mailbox) => (
        <Paper key={mailbox.id} component="li" withBorder radius="lg" p="md">
          <MailboxRow mailbox={mailbox} mayManage={mayManage} />
        </Paper>
      ))}
    </Stack>
  );
}
