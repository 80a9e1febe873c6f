import { Anchor, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Mailbox } from "#src/features/email/sending-accounts/contract.ts";
import { mailboxesContract } from "#src/features/email/sending-accounts/contract.ts";
import { MAILBOX_STATE_LABELS } from "#src/features/email/sending-accounts/ui/shared/mailbox-labels.ts";
import { clientFor } from "#src/kit/api.ts";
import { PATHS } from "#src/lib/paths.ts";

const mailboxesApi = clientFor("mailboxes", mailboxesContract);
const NAME_CHARS_MAX = 120;

interface Sender {
  mailbox_id: string | null;
  from_name: string;
}

interface SenderFieldsProps {
  sender: Sender;
  onChange: (part: Partial<Sender>) => void;
}

/** Chooses the only account that can send, if none is chosen and one `isNeeded`. */
export function useOnlySender({ sender, onChange }: SenderFieldsProps, isNeeded = true) {
  const { data, error } = useQuery(mailboxesApi.list.queryOptions());
  const usable = data?.items.filter(({ is_ready, is_proven }) => is_ready && is_proven) ?? [];
  const only = isNeeded && sender.mailbox_id === null && usable.length === 1 ? usable[0]?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once is enough, when the accounts are there
  useEffect(() => {
    if (only) onChange({ mailbox_id: only });
  }, [only]);
  return { data, error };
}

/** Who the e-mail is from. The only account that can send is preselected. */
export function SenderFields({ sender, onChange }: SenderFieldsProps) {
  const { mailbox_id, from_name } = sender;
  const { data, error } = useOnlySender({ sender, onChange });
  const accounts = data?.items ?? [];
  const link = (words: string) => (
    <Anchor
      inherit
      c="inherit"
      underline="always"
      renderRoot={(props) => <Link {...props} to={PATHS.mailboxes} />}
    >
      {words}
    </Anchor>
  );
  if (data?.items.length === 0)
    return <Text size="sm">E-mail goes out through an account you own. {link("Add a sending account")}</Text>;
  const chosen = accounts.find(({ id }) => id === mailbox_id);
  const isGone = data !== undefined && mailbox_id !== null && !chosen;
  const choices = accounts.map((account) => ({ value: account.id, label: nameOf(account) }));
  const trouble = error
    ? "We couldn’t load your sending accounts. Reload the page."
    : isGone
      ? "Choose another account."
      : chosen && troubleOf(chosen);
  return (
    <Stack>
      <Select
        size="md"
        label="Send through"
        placeholder="Choose a sending account"
        allowDeselect={false}
        data={isGone ? [...choices, { value: mailbox_id, label: "Deleted account" }] : choices}
        value={mailbox_id}
        error={
          trouble !== undefined && (
            <>
              {trouble} {link("Open sending accounts")}
            </>
          )
        }
        onChange={(id) => onChange({ mailbox_id: id })}
      />
      <TextInput
        label="Sender’s name"
        placeholder="As the sending account has it"
        maxLength={NAME_CHARS_MAX}
        value={from_name}
        onChange={({ currentTarget }) => onChange({ from_name: currentTarget.value })}
      />
    </Stack>
  );
}

function troubleOf({ is_ready, is_proven, state }: Mailbox): string | undefined {
  if (!is_ready) return [MAILBOX_STATE_LABELS[state].label, "It can’t send right now."].join(". ");
  return is_proven ? undefined : "Its address isn’t proven yet.";
}

function nameOf({ from_name, from_address, is_ready, state }: Mailbox): string {
  const name = from_address === "" ? from_name : `${from_name} (${from_address})`;
  return is_ready ? name : `${name} · ${MAILBOX_STATE_LABELS[state].label}`;
}
