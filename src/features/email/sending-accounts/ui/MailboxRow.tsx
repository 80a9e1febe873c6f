import { Alert, Badge, Box, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { use } from "react";
import { ContactSlots } from "#src/features/audience/contacts/ui/shared/contact.slots.ts";
import type { Mailbox } from "#src/features/email/sending-accounts/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { LANGUAGE } from "#src/kit/locale.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { toastFailure, toastSuccess } from "#src/kit/toasts.tsx";
import { MailboxMenu } from "./MailboxMenu.tsx";
import { mailboxesApi, useMailboxCall } from "./mailbox-queries.ts";
import { MAILBOX_STATE_LABELS } from "./shared/mailbox-labels.ts";

const MailboxDialog = lazyDialog(async () => (await import("./form/MailboxDialog.tsx")).MailboxDialog);
const CodeDialog = lazyDialog(
  async () => (await import("./VerificationCodeDialog.tsx")).VerificationCodeDialog,
);

interface MailboxRowProps {
  mailbox: Mailbox;
  mayManage: boolean;
}

export function MailboxRow({ mailbox, mayManage }: MailboxRowProps) {
  const { kind, from_name, from_address, state, last_error } = mailbox;
  return (
    <Stack gap="xs">
      <Group gap="xs" justify="space-between" align="flex-start" wrap="nowrap">
        <Group gap="xs" miw={0}>
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {from_name}
          </Text>
          <Badge size="sm" variant="light" color={MAILBOX_STATE_LABELS[state].color}>
            {MAILBOX_STATE_LABELS[state].label}
          </Badge>
        </Group>
        {mayManage && (
          // The dots line up with the name, and their padding doesn't add to the card's.
          <Box my={-8} mr={-8} flex="none">
            <MailboxMenu mailbox={mailbox} />
          </Box>
        )}
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {[
          from_address,
          { gmail: "Gmail", instance: "This instance’s mail server", smtp: mailbox.server?.host }[kind],
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
      <Text size="sm" role="status">
        {stateWords(mailbox)}
      </Text>
      {last_error !== "" && state !== "active" && (state !== "disabled" || kind === "instance") && (
        <Alert
          variant="light"
          color={state === "unverified" ? "orange" : MAILBOX_STATE_LABELS[state].color}
          p="xs"
          style={{ overflowWrap: "anywhere" }}
        >
          {last_error}
        </Alert>
      )}
      {mailbox.dns_lost.length > 0 && (
        <Alert variant="light" color="orange" p="xs">
          {lostWords(mailbox)}
        </Alert>
      )}
      <Usage mailbox={mailbox} />
      {mayManage && <Actions mailbox={mailbox} />}
    </Stack>
  );
}

const RECORDS = { dkim: "DKIM", spf: "SPF", dmarc: "DMARC" };

function lostWords({ dns_lost, from_address }: Mailbox): string {
  const names = new Intl.ListFormat(LANGUAGE).format(dns_lost.map((name) => RECORDS[name]));
  const domain = from_address.slice(from_address.lastIndexOf("@") + 1);
  const what =
    dns_lost.length === 1
      ? `The ${names} record of ${domain} isn’t right anymore`
      : `The ${names} records of ${domain} aren’t right anymore`;
  const where = "See “Signature and DNS” in the menu.";
  return dns_lost.includes("dkim") ? `${what}, so we don’t sign its e-mail. ${where}` : `${what}. ${where}`;
}

function stateWords({ state, from_address, last_error, tested_at, is_proven, retry_at }: Mailbox): string {
  if (from_address === "") return "It isn’t connected to Google yet.";
  if (state === "unverified") {
    if (last_error !== "") return "The last test failed.";
    if (tested_at === null) return "Send a test e-mail to see whether it works.";
    return is_proven
      ? "It’s ready after one more test."
      : "The test worked. Now prove that the address is yours.";
  }
  if (state === "throttled")
    return retry_at === null
      ? "Its server asked us to slow down. We’ll go on soon."
      : `Its server asked us to slow down, so we’re waiting until ${formatDateTime(retry_at)} to go on.`;
  return {
    active: "Campaigns can send through it.",
    paused_by_reputation: "We paused it to protect your reputation. Unsent e-mail waits.",
    auth_failed: "Nothing is lost: unsent e-mail waits until the sign-in works again.",
    disabled: "It’s off. Unsent e-mail waits.",
  }[state];
}

function Usage({ mailbox: { sent_today, may_today, warm_up_since } }: { mailbox: Mailbox }) {
  if (may_today === null)
    return (
      <Text size="sm" c="dimmed">
        {formatNumber(sent_today)} sent in the last 24 hours
      </Text>
    );
  const share = Math.min(100, (100 * sent_today) / may_today);
  return (
    <div>
      <Text size="sm" c="dimmed">
        {formatNumber(sent_today)} of {formatNumber(may_today)} sent in the last 24 hours
        {warm_up_since !== null && " · warming up"}
      </Text>
      <Progress
        mt={4}
        maw={320}
        value={share}
        color={share >= 90 ? "orange" : "teal"}
        aria-label="Sent in the last 24 hours"
      />
    </div>
  );
}

function Actions({ mailbox }: { mailbox: Mailbox }) {
  const { id, from_address, state, tested_at, is_proven } = mailbox;
  const [editing, edit] = useDisclosure(false);
  const [proving, prove] = useDisclosure(false);
  const call = useMailboxCall();
  const { Inbox } = use(ContactSlots);
  const { host = "", auth = "", username = "" } = mailbox.server ?? {};
  const test = async () => {
    const { is_ok, words } = await mailboxesApi.test.call({ id });
    if (is_ok) toastSuccess({ message: words });
    else toastFailure({ title: "The test failed", message: words });
  };
  const needsProof = tested_at !== null && !is_proven;
  // Until Google has provided the address.
  const isUnconnected = from_address === "";
  return (
    <Group gap="xs">
      {needsProof && (
        <Button size="xs" onClick={prove.open}>
          Prove address
        </Button>
      )}
      {!isUnconnected && (
        <Button
          size="xs"
          variant={state === "unverified" && !needsProof ? "filled" : "default"}
          loading={call.isPending}
          onClick={() => call.mutate(test)}
        >
          Send test
        </Button>
      )}
      <Button size="xs" variant={isUnconnected ? "filled" : "default"} onClick={edit.open}>
        {isUnconnected ? "Connect" : "Edit"}
      </Button>
      {Inbox && !isUnconnected && (
        <Inbox id={id} kind={mailbox.kind} host={host} auth={auth} username={username} />
      )}
      <MailboxDialog mailbox={mailbox} opened={editing} onClose={edit.close} />
      <CodeDialog mailbox={mailbox} opened={proving} onClose={prove.close} />
    </Group>
  );
}
