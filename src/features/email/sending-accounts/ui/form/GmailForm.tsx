import { Alert, Button, Checkbox, Code, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Mailbox } from "#src/features/email/sending-accounts/contract.ts";
import type { GmailPlan } from "#src/features/email/sending-accounts/rules.ts";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { apiErrorOf, errorMessage } from "#src/kit/api-error.ts";
import { DialogForm } from "#src/kit/form/FormDialog.tsx";
import { newId } from "#src/kit/new-id.ts";
import { PATHS } from "#src/lib/paths.ts";
import { mailboxesApi, useMailboxesRefresh } from "../mailbox-queries.ts";
import { AddressFields } from "./AddressFields.tsx";

interface GmailFormProps {
  mailbox: Mailbox | undefined;
  onOther: () => void;
  onClose: () => void;
}

const PLANS = [
  { value: "personal", label: "Personal account (500 a day)" },
  { value: "workspace", label: "Google Workspace (2,000 a day)" },
];

/** The form's fields for each of the server's. */
const FIELDS: Readonly<Record<string, string>> = {
  FROM_NAME_MISSING: "from_name",
  REPLY_TO_INVALID: "reply_to",
};

const READING = {
  off: "We don’t read any.",
  on: "You’ve also let us read replies and bounces.",
};

/** Goes to Google, unless the account is already connected. */
export function GmailForm({ mailbox, onOther, onClose }: GmailFormProps) {
  const offers = useQuery(mailboxesApi.list.queryOptions()).data?.offers_gmail;
  if (offers === false && !mailbox) return <Missing onOther={onOther} />;
  return <Fields mailbox={mailbox} onOther={onOther} onClose={onClose} />;
}

function Missing({ onOther }: { onOther: () => void }) {
  const me = useMe();
  return (
    <Stack>
      <Alert variant="light" color="gray" title="Google doesn’t know this instance yet">
        <Text size="sm">
          {me && isStaffFor(me.role, "settings") ? (
            <>
              Create an OAuth client at Google, set <Code>GOOGLE_CLIENT_ID</Code> and{" "}
              <Code>GOOGLE_CLIENT_SECRET</Code> where you start this instance, and allow this redirect URI:
            </>
          ) : (
            <>
              The people who run it create an OAuth client at Google, set <Code>GOOGLE_CLIENT_ID</Code> and{" "}
              <Code>GOOGLE_CLIENT_SECRET</Code>, and allow this redirect URI:
            </>
          )}
        </Text>
        <Code block tabIndex={0} mt="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {window.location.origin + PATHS.gmailCallback}
        </Code>
        <Text size="sm" mt="xs">
          Until then, Gmail works with an app password.
        </Text>
      </Alert>
      <Button variant="default" data-autofocus style={{ alignSelf: "start" }} onClick={onOther}>
        Choose another provider
      </Button>
    </Stack>
  );
}

function useGmail({ mailbox, onClose }: Pick<GmailFormProps, "mailbox" | "onClose">) {
  const refresh = useMailboxesRefresh();
  const [id] = useState(() => mailbox?.id ?? newId());
  const [values, setValues] = useState({
    from_name: mailbox?.from_name ?? "",
    postal_address: mailbox?.postal_address ?? "",
    reply_to: mailbox?.reply_to ?? "",
    gmail_plan: mailbox?.gmail_plan ?? "personal",
    warms_up: mailbox ? mailbox.warm_up_since !== null : false,
  });
  const set = (changes: Partial<typeof values>) => setValues((all) => ({ ...all, ...changes }));
  const send = useMutation({
    mutationFn: async ({ goes }: { goes: boolean }) => {
      if (mailbox) await mailboxesApi.update.call({ id, ...values });
      else await mailboxesApi.create.call({ kind: "gmail", id, ...values });
      await refresh();
      if (!goes) return onClose();
      window.location.assign((await mailboxesApi.connectGmail.call({ id })).url);
    },
  });
  return { values, set, send };
}

function Fields({ mailbox, onOther, onClose }: GmailFormProps) {
  const { values, set, send } = useGmail({ mailbox, onClose });
  const isConnected = mailbox !== undefined && mailbox.from_address !== "";
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!send.isPending) send.mutate({ goes: !isConnected });
  };
  const failure = send.error ? errorMessage(send.error, "We couldn’t reach Google. Try again.") : undefined;
  const field = FIELDS[apiErrorOf(send.error)?.code ?? ""];
  const errorOf = (name: string) => (name === field ? failure : undefined);
  const entity = { submit, failure: field ? undefined : failure, isSending: send.isPending };
  return (
    <DialogForm entity={entity} action={isConnected ? "Save" : "Continue with Google"} onClose={onClose}>
      <Text size="sm">
        We ask Google to let us send e-mail from your address.{" "}
        {READING[mailbox?.reads_replies ? "on" : "off"]} You can end it there at any time.
      </Text>
      <TextInput
        label="Sender’s name"
        placeholder="Mia Moreno"
        autoComplete="name"
        data-autofocus
        value={values.from_name}
        error={errorOf("from_name")}
        onChange={({ currentTarget }) => set({ from_name: currentTarget.value })}
      />
      <AddressFields values={values} set={set} errorOf={errorOf} />
      <NativeSelect
        size="md"
        label="Kind of account"
        description="We never send more than Google allows."
        data={PLANS}
        value={values.gmail_plan}
        onChange={({ currentTarget }) => set({ gmail_plan: currentTarget.value as GmailPlan })}
      />
      <Checkbox
        label="Warm up"
        description="For a new account: 50 e-mails on the first day, and twice as many each day after."
        checked={values.warms_up}
        onChange={({ currentTarget }) => set({ warms_up: currentTarget.checked })}
      />
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: "start" }}
        onClick={isConnected ? () => send.mutate({ goes: true }) : onOther}
      >
        {isConnected ? "Connect to Google again" : "Choose another provider"}
      </Button>
    </DialogForm>
  );
}
