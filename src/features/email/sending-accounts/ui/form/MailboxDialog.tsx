import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Mailbox, MailboxTest } from "#src/features/email/sending-accounts/contract.ts";
import { FormDialog } from "#src/kit/form/FormDialog.tsx";
import { mailboxesApi } from "../mailbox-queries.ts";
import { VerificationCodeForm } from "../VerificationCodeDialog.tsx";
import { GmailForm } from "./GmailForm.tsx";
import { InstanceForm } from "./InstanceForm.tsx";
import { MailboxForm } from "./MailboxForm.tsx";

interface MailboxDialogProps {
  /** The account to edit, or undefined to add one. */
  mailbox?: Mailbox;
  opened: boolean;
  onClose: () => void;
}

/** Fields, then a test's result, then a code if the address isn't verified by then. */
export function MailboxDialog({ opened, mailbox, onClose }: MailboxDialogProps) {
  const title = mailbox ? "Edit sending account" : "Add sending account";
  return (
    <FormDialog opened={opened} onClose={onClose} title={title}>
      <Steps mailbox={mailbox} onClose={onClose} />
    </FormDialog>
  );
}

function Steps({ mailbox, onClose }: { mailbox: Mailbox | undefined; onClose: () => void }) {
  const [test, setTest] = useState<MailboxTest>();
  const [isBack, setBack] = useState(false);
  const [proving, setProving] = useState(false);
  const [kind, setKind] = useState<Mailbox["kind"]>(mailbox?.kind ?? "smtp");
  const address = useQuery(mailboxesApi.list.queryOptions()).data?.instance_address;
  const onTested = (result: MailboxTest) => {
    setTest(result);
    setBack(false);
  };
  const form = { mailbox: test?.mailbox ?? mailbox, onClose, onTested, onOther: () => setKind("smtp") };
  if (kind === "gmail") return <GmailForm {...form} />;
  if (test && proving) return <VerificationCodeForm mailbox={test.mailbox} onClose={onClose} />;
  if (test && !isBack)
    return (
      <TestResult
        test={test}
        onBack={() => setBack(true)}
        onProve={() => setProving(true)}
        onClose={onClose}
      />
    );
  if (kind === "instance") return <InstanceForm {...form} address={address ?? mailbox?.from_address ?? ""} />;
  return <MailboxForm {...form} onKind={setKind} offersInstance={typeof address === "string"} />;
}

interface TestResultProps {
  test: MailboxTest;
  onBack: () => void;
  onProve: () => void;
  onClose: () => void;
}

function TestResult({ test: { is_ok, words, mailbox }, onBack, onProve, onClose }: TestResultProps) {
  const isReady = is_ok && mailbox.is_ready;
  return (
    <Stack>
      <Alert
        role="status"
        variant="light"
        color={is_ok ? "teal" : "red"}
        title={is_ok ? "The test worked" : "The test failed"}
        style={{ overflowWrap: "anywhere" }}
      >
        {words}
      </Alert>
      {is_ok && !isReady && (
        <Text size="sm">
          {mailbox.kind === "instance"
            ? `One more step: replies go to ${mailbox.reply_to}, so prove that the address is yours. We’ll e-mail a code there.`
            : `One more step: prove that ${mailbox.from_address} is yours. We’ll e-mail a code there.`}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button
          variant={isReady ? "filled" : "default"}
          data-autofocus={isReady || undefined}
          onClick={onClose}
        >
          {isReady ? "Done" : "Later"}
        </Button>
        {!is_ok && (
          <Button data-autofocus onClick={onBack}>
            Change settings
          </Button>
        )}
        {is_ok && !isReady && (
          <Button data-autofocus onClick={onProve}>
            Send the code
          </Button>
        )}
      </Group>
    </Stack>
  );
}
