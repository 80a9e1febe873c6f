import { Button, Checkbox, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Mailbox, MailboxTest } from "#src/features/email/sending-accounts/contract.ts";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { newId } from "#src/kit/new-id.ts";
import { mailboxesApi, useMailboxesRefresh } from "../mailbox-queries.ts";
import { AddressFields } from "./AddressFields.tsx";

interface InstanceFormProps {
  mailbox: Mailbox | undefined;
  /** Its sender address. */
  address: string;
  onOther: () => void;
  onClose: () => void;
  onTested: (test: MailboxTest) => void;
}

/** The form's fields for each of the server's. */
const FIELDS: Readonly<Record<string, string>> = {
  FROM_NAME_MISSING: "from_name",
  REPLY_TO_INVALID: "reply_to",
  REPLY_TO_MISSING: "reply_to",
};

function useInstance({ mailbox, onClose, onTested }: Omit<InstanceFormProps, "address" | "onOther">) {
  const me = useMe();
  const refresh = useMailboxesRefresh();
  const [id] = useState(() => mailbox?.id ?? newId());
  const [values, setValues] = useState({
    from_name: mailbox?.from_name ?? "",
    postal_address: mailbox?.postal_address ?? "",
    reply_to: mailbox?.reply_to ?? me?.email ?? "",
  });
  const [warms_up, setWarmsUp] = useState(false);
  const set = (changes: Partial<typeof values>) => setValues((all) => ({ ...all, ...changes }));
  const send = useMutation({
    mutationFn: async () => {
      const saved = mailbox
        ? await mailboxesApi.update.call({ id, ...values })
        : await mailboxesApi.create.call({ kind: "instance", id, ...values, warms_up });
      return saved.is_proven && saved.tested_at !== null ? undefined : mailboxesApi.test.call({ id });
    },
    onSettled: refresh,
    onSuccess: (test) => (test ? onTested(test) : onClose()),
  });
  return { values, set, warms_up, setWarmsUp, send };
}

/** For accounts without a mail server of their own. */
export function InstanceForm({ address, onOther, ...form }: InstanceFormProps) {
  const { values, set, warms_up, setWarmsUp, send } = useInstance(form);
  const { submit, failure, isSending } = formOf(send, "The sending account couldn’t be saved. Try again.");
  const field = FIELDS[apiErrorOf(send.error)?.code ?? ""];
  const errorOf = (name: string) => (name === field ? failure : undefined);
  const entity = { submit, failure: field ? undefined : failure, isSending };
  return (
    <DialogForm
      entity={entity}
      action={form.mailbox ? "Save and test" : "Add and test"}
      onClose={form.onClose}
    >
      <Text size="sm">Your e-mail comes from {address}, with your name. Replies go to your own address.</Text>
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
      {!form.mailbox && (
        <>
          <Checkbox
            label="Warm up"
            description="For a new list: 50 e-mails on the first day, and twice as many each day after."
            checked={warms_up}
            onChange={({ currentTarget }) => setWarmsUp(currentTarget.checked)}
          />
          <Button size="xs" variant="default" style={{ alignSelf: "start" }} onClick={onOther}>
            Choose another provider
          </Button>
        </>
      )}
    </DialogForm>
  );
}
