import { Anchor, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { type Mailbox, mailboxesContract } from "#src/features/mailboxes/contract.ts";
import { MAILBOX_WORDS } from "#src/features/mailboxes/ui/shared/mailbox-words.ts";
import { clientFor } from "#src/kit/api.ts";
import { PATHS } from "#src/lib/paths.ts";
import { onlyUsable, type StepProps } from "./campaign-form.ts";

const mailboxesApi = clientFor("mailboxes", mailboxesContract);

/** The sending account, with what's wrong with those that can't send. The only one that can is chosen. */
export function SenderField({ form: { mailbox_id }, onChange }: StepProps) {
  const { data, error } = useQuery(mailboxesApi.list.queryOptions());
  const only = mailbox_id === null ? onlyUsable(data?.items ?? []) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once is enough, when the accounts are there
  useEffect(() => {
    if (only) onChange({ mailbox_id: only });
  }, [only]);
  if (data?.items.length === 0)
    return (
      <Text size="sm">
        E-mail goes out through an account you own. <AccountsLink>Add a sending account</AccountsLink>
      </Text>
    );
  const chosen = data?.items.find(({ id }) => id === mailbox_id);
  return (
    <Select
      size="md"
      label="Send through"
      placeholder="Choose a sending account"
      data={(data?.items ?? []).map((mailbox) => ({ value: mailbox.id, label: nameOf(mailbox) }))}
      value={mailbox_id}
      error={
        !data && error ? (
          "We couldn’t load your sending accounts. Reload the page."
        ) : chosen?.is_ready === false ? (
          <>
            It can’t send right now. <AccountsLink>Open sending accounts</AccountsLink>
          </>
        ) : undefined
      }
      allowDeselect={false}
      onChange={(mailbox_id) => onChange({ mailbox_id })}
    />
  );
}

function nameOf({ from_name, from_address, is_ready, state }: Mailbox): string {
  const name = from_address === "" ? from_name : `${from_name} (${from_address})`;
  return is_ready ? name : `${name} · ${MAILBOX_WORDS[state].label}`;
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
