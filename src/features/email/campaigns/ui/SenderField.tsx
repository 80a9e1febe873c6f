import { Anchor, Button, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useId, useRef } from "react";
import { mailboxesContract } from "#src/features/email/sending-accounts/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { PATHS } from "#src/lib/paths.ts";
import {
  onlyUsable,
  type SenderChoice,
  type StepProps,
  toSenderChoices,
  toSenderFields,
} from "./campaign-form.ts";
import { SenderRow } from "./SenderRow.tsx";

const mailboxesApi = clientFor("mailboxes", mailboxesContract);

/** The sending accounts, with the problems of those that can't send. The only usable one is preselected. */
export function SenderField({ form, onChange }: StepProps) {
  const { data, error } = useQuery(mailboxesApi.list.queryOptions());
  const accounts = data?.items ?? [];
  const only = form.mailbox_id === null ? onlyUsable(accounts) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once is enough, when the accounts are there
  useEffect(() => {
    if (only) onChange({ mailbox_id: only });
  }, [only]);
  const senders = toSenderChoices(form);
  const { add, idOf } = useFocus(senders.length);
  if (data?.items.length === 0)
    return (
      <Text size="sm">
        E-mail goes out through an account you own. <AccountsLink>Add a sending account</AccountsLink>
      </Text>
    );
  const change = (next: readonly SenderChoice[]) => onChange(toSenderFields(next));
  const free = accounts.filter(({ id }) => !senders.some(({ mailbox_id }) => mailbox_id === id));
  const next = free.find(({ is_ready, is_proven }) => is_ready && is_proven) ?? free[0];
  const total = senders.reduce((sum, { share }) => sum + share, 0);
  return (
    <Stack gap="xs">
      {senders.map((sender, place) => (
        <SenderRow
          key={idOf(place)}
          id={idOf(place)}
          isMain={place === 0}
          sender={sender}
          total={senders.length > 1 ? total : undefined}
          accounts={data?.items.filter((one) => one.id === sender.mailbox_id || free.includes(one))}
          failure={!data && error ? "We couldn’t load your sending accounts. Reload the page." : undefined}
          onChange={(part) => change(senders.with(place, { ...sender, ...part }))}
          onRemove={() => change(senders.toSpliced(place, 1))}
          link={<AccountsLink>Open sending accounts</AccountsLink>}
        />
      ))}
      {senders.length > 1 && (
        <Text size="sm" c="dimmed">
          Fans who got an e-mail from one of these accounts keep getting it from there. If an account can’t
          send anymore, the others take over.
        </Text>
      )}
      {form.mailbox_id !== null && next && (
        <Button
          ref={add}
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} />}
          style={{ alignSelf: "start" }}
          onClick={() => change([...senders, { share: 1, mailbox_id: next.id }])}
        >
          Add another account
        </Button>
      )}
    </Stack>
  );
}

/** After adding an account, the focus moves to it; after removing one, to the button for adding another. */
function useFocus(count: number) {
  const id = useId();
  const idOf = (place: number) => `${id}${place}`;
  const add = useRef<HTMLButtonElement>(null);
  const before = useRef(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only how many there are matters
  useEffect(() => {
    if (count > before.current) document.getElementById(idOf(count - 1))?.focus();
    if (count < before.current) add.current?.focus();
    before.current = count;
  }, [count]);
  return { add, idOf };
}

function AccountsLink({ children }: { children: string }) {
  return (
    <Anchor
      inherit
      c="inherit"
      underline="always"
      renderRoot={(props) => <Link {...props} to={PATHS.mailboxes} />}
    >
      {children}
    </Anchor>
  );
}
