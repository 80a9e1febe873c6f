import { Badge, Button, Code, Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Mailbox } from "#src/features/email/sending-accounts/contract.ts";
import type { DnsRecordCheck, SenderDns } from "#src/features/email/sending-accounts/dns/dkim-contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { FormDialog } from "#src/kit/form/FormDialog.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { mailboxesApi } from "./mailbox-queries.ts";

interface SenderDnsDialogProps {
  mailbox: Mailbox;
  opened: boolean;
  onClose: () => void;
}

/** The signing key of a sender's e-mail, and the other records that receivers check. */
export function SenderDnsDialog({ mailbox, opened, onClose }: SenderDnsDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Signature and DNS">
      <SenderRecords id={mailbox.id} />
    </FormDialog>
  );
}

/** Checks when it opens. */
function useSenderDns(id: string) {
  const queries = useQueryClient();
  const queryKey = ["sender-dns", id];
  const look = useQuery({
    queryKey,
    queryFn: () => mailboxesApi.checkDns.call({ id }),
    gcTime: 0,
    retry: false,
  });
  const change = useMutation({
    mutationFn: (call: () => Promise<SenderDns>) => call(),
    onSuccess: (found) => queries.setQueryData(queryKey, found),
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  return { look, change };
}

function SenderRecords({ id }: { id: string }) {
  const { look, change } = useSenderDns(id);
  if (look.error)
    return (
      <ErrorPanel
        error={look.error}
        fallback="We couldn’t look up the records."
        onRetry={() => void look.refetch()}
      />
    );
  if (!look.data) return <Skeleton h={240} radius="lg" aria-busy />;
  const { domain, is_signing, keys, spf, dmarc } = look.data;
  const isReplacing = keys.some(({ is_next }) => is_next);
  const remove = async () => {
    const question = {
      title: "Remove the key?",
      message:
        "E-mail from this account is no longer signed by us. You can delete its DNS record afterwards.",
      confirm: "Remove key",
      danger: true,
    };
    if (await confirm(question)) change.mutate(() => mailboxesApi.removeKey.call({ id }));
  };
  return (
    <Stack>
      <Text size="sm" role="status">
        {signingWords({ domain, is_signing, isWaiting: keys.length > 0, isReplacing })}
      </Text>
      {keys.map((key) => (
        <KeyRecord key={key.name} signingKey={key} />
      ))}
      <Group gap="xs">
        {(keys.length === 0 || (is_signing && !isReplacing)) && (
          <Button
            size="xs"
            variant={keys.length === 0 ? "filled" : "default"}
            loading={change.isPending}
            onClick={() => change.mutate(() => mailboxesApi.addKey.call({ id }))}
          >
            {keys.length === 0 ? "Create key" : "Replace key"}
          </Button>
        )}
        <Button
          size="xs"
          variant={keys.length > 0 && (!is_signing || isReplacing) ? "filled" : "default"}
          loading={look.isFetching}
          onClick={() => void look.refetch()}
        >
          Check again
        </Button>
        {keys.length > 0 && (
          <Button size="xs" variant="default" disabled={change.isPending} onClick={() => void remove()}>
            Remove key
          </Button>
        )}
      </Group>
      <Found title="SPF" found={spf} />
      <Found title="DMARC" found={dmarc} />
    </Stack>
  );
}

interface SigningState extends Pick<SenderDns, "domain" | "is_signing"> {
  isWaiting: boolean;
  isReplacing: boolean;
}

function signingWords({ domain, is_signing, isWaiting, isReplacing }: SigningState): string {
  if (isReplacing)
    return "Add the new record, then check again. Keep the old one for a week after that: e-mail on its way still needs it.";
  if (is_signing) return `E-mail is signed for ${domain} (DKIM).`;
  if (isWaiting)
    return `Add this TXT record to the DNS of ${domain}, then check again. We sign once it’s there.`;
  return `A signature (DKIM) proves that e-mail really comes from ${domain}. If your provider signs it already, you don’t need ours.`;
}

function KeyRecord({ signingKey }: { signingKey: SenderDns["keys"][number] }) {
  const { is_next, name, label, value, parts, found } = signingKey;
  return (
    <Paper withBorder radius="md" p="sm">
      <Stack gap="xs">
        <Group gap="xs">
          <Title order={3} size="sm">
            {is_next ? "New TXT record" : "TXT record"}
          </Title>
          <StateBadge state={found.state} />
        </Group>
        <Copyable label="Name" text={label} />
        {label !== name && <Copyable label="Full name" text={name} />}
        <Copyable label="Value" text={value} />
        <Copyable label="Value in quoted parts" text={parts} />
        {found.state !== "good" && <Text size="sm">{found.words}</Text>}
      </Stack>
    </Paper>
  );
}

/** Long values scroll, so that the dialog stays short. */
function Copyable({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code block tabIndex={0} role="group" aria-label={label} style={{ flex: 1, minWidth: 0, padding: 8 }}>
          {text}
        </Code>
        <IconButton
          aria-label={`Copy ${label.toLowerCase()}`}
          data-hint="Copy"
          onClick={() => void copyText(text, label)}
        >
          <IconCopy size={18} />
        </IconButton>
      </Group>
    </div>
  );
}

function Found({ title, found: { records, state, words } }: { title: string; found: DnsRecordCheck }) {
  return (
    <div>
      <Group gap="xs">
        <Title order={3} size="sm">
          {title}
        </Title>
        <StateBadge state={state} />
      </Group>
      <Text size="sm">{words}</Text>
      {records.map((record) => (
        <Code key={record} style={{ overflowWrap: "anywhere" }}>
          {record}
        </Code>
      ))}
    </div>
  );
}

const STATES = {
  good: { color: "teal", label: "Found" },
  missing: { color: "gray", label: "Missing" },
  wrong: { color: "orange", label: "Check it" },
  unknown: { color: "gray", label: "No answer" },
} as const;

function StateBadge({ state }: Pick<DnsRecordCheck, "state">) {
  return (
    <Badge size="sm" variant="light" color={STATES[state].color}>
      {STATES[state].label}
    </Badge>
  );
}
