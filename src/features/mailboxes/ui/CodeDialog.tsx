import { Alert, Button, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Mailbox } from "#src/features/mailboxes/contract.ts";
import { addressToProve } from "#src/features/mailboxes/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { tellSuccess } from "#src/kit/notices.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { mailboxesApi, useMailboxesRefresh } from "./mailbox-queries.ts";

interface CodeDialogProps {
  mailbox: Mailbox;
  opened: boolean;
  onClose: () => void;
}

/** Sends a code as it opens. */
export function CodeDialog({ opened, ...form }: CodeDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Prove that the address is yours">
      <CodeForm {...form} />
    </FormDialog>
  );
}

export function CodeForm({ mailbox, onClose }: Omit<CodeDialogProps, "opened">) {
  const { id } = mailbox;
  const refresh = useMailboxesRefresh();
  const [code, setCode] = useState("");
  const sending = useMutation({ mutationFn: () => mailboxesApi.sendCode.call({ id }) });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current) sending.mutate();
    hasBegun.current = true;
  }, [sending]);
  const proving = useMutation({
    mutationFn: () => mailboxesApi.prove.call({ id, code }),
    onSuccess: async () => {
      await refresh();
      tellSuccess({ message: "The address is proven" });
      onClose();
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!proving.isPending) proving.mutate();
  };
  const failure = proving.error
    ? sentenceOf(proving.error, "We couldn’t check the code. Try again.")
    : undefined;
  return (
    <DialogForm
      entity={{ submit, failure: undefined, isSending: proving.isPending }}
      action="Prove address"
      onClose={onClose}
    >
      {sending.error ? (
        <Alert variant="light" color="red">
          {sentenceOf(sending.error, "We couldn’t send the code. Try again.")}
        </Alert>
      ) : (
        <Text size="sm">We’re sending a code to {addressToProve(mailbox)}. It’s good for 30 minutes.</Text>
      )}
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        value={code}
        error={failure}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: "start" }}
        loading={sending.isPending}
        onClick={() => sending.mutate()}
      >
        Send a new code
      </Button>
    </DialogForm>
  );
}
