import { Alert, Anchor, Button, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Mailbox } from "#src/features/email/sending-accounts/contract.ts";
import { addressToVerify } from "#src/features/email/sending-accounts/rules.ts";
import { instanceQuery, useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { mailboxesApi, useMailboxesRefresh } from "./mailbox-queries.ts";

interface CodeDialogProps {
  mailbox: Mailbox;
  opened: boolean;
  onClose: () => void;
}

/** Sends a code when it opens, unless an earlier one still works. */
export function VerificationCodeDialog({ opened, ...form }: CodeDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Prove that the address is yours">
      <VerificationCodeForm {...form} />
    </FormDialog>
  );
}

export function VerificationCodeForm({ mailbox, onClose }: Omit<CodeDialogProps, "opened">) {
  const { id } = mailbox;
  const refresh = useMailboxesRefresh();
  const [code, setCode] = useState("");
  const sending = useMutation({
    mutationFn: (keeps_code: boolean) => mailboxesApi.sendCode.call({ id, keeps_code }),
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current) sending.mutate(true);
    hasBegun.current = true;
  }, [sending]);
  const proving = useMutation({
    mutationFn: () => mailboxesApi.prove.call({ id, code }),
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: "The address is proven" });
      onClose();
    },
  });
  const { submit, failure, isSending } = formOf(proving, "We couldn’t check the code. Try again.");
  return (
    <DialogForm entity={{ submit, failure: undefined, isSending }} action="Prove address" onClose={onClose}>
      {sending.error ? (
        <Alert variant="light" color="red">
          {errorMessage(sending.error, "We couldn’t send the code. Try again.")}
        </Alert>
      ) : (
        <WhereItIs address={addressToVerify(mailbox)} />
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
        onClick={() => sending.mutate(false)}
      >
        Send a new code
      </Button>
    </DialogForm>
  );
}

/** Without a mail server, the instance saves the e-mail with the code. */
function WhereItIs({ address }: { address: string }) {
  const me = useMe();
  const { data: instance } = useQuery(instanceQuery());
  if (instance?.sends_email !== false)
    return <Text size="sm">Enter the code that we e-mail to {address}. It’s good for 30 minutes.</Text>;
  if (!me || !isStaffFor(me.role, "outbox"))
    return (
      <Text size="sm">
        This instance has no mail server yet. To prove {address}, ask the people who run it for your code.
        It’s good for 30 minutes.
      </Text>
    );
  return (
    <Text size="sm">
      No mail server is set, so we kept the code for {address} in your instance’s e-mail. It’s good for 30
      minutes.{" "}
      <Anchor
        inherit
        underline="always"
        target="_blank"
        renderRoot={(props) => <Link {...props} to={PATHS.adminEmail} />}
      >
        Open kept e-mail
      </Anchor>
    </Text>
  );
}
