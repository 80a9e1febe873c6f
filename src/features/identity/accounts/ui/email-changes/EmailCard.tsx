import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { FormDialog } from "#src/kit/form/FormDialog.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { emailProblem, FAILED, fieldErrors } from "../auth/credentials.ts";
import { accountsApi, type Me, meQuery } from "../shared/account-queries.ts";

/** The person's e-mail address, and the one replacing it. */
export function EmailCard({ me }: { me: Me }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title="E-mail address"
      text={<b>{me.email}</b>}
      action={
        <Button variant="default" onClick={() => setOpen(true)}>
          Change e-mail address
        </Button>
      }
    >
      {me.pending_email && <Pending pending={me.pending_email} current={me.email} />}
      <FormDialog title="Change e-mail address" opened={isOpen} onClose={() => setOpen(false)}>
        <EmailForm me={me} onClose={() => setOpen(false)} />
      </FormDialog>
    </Card>
  );
}

interface PendingProps {
  pending: NonNullable<Me["pending_email"]>;
  current: string;
}

function Pending({ pending, current }: PendingProps) {
  const queries = useQueryClient();
  const cancel = useMutation(
    accountsApi.cancelEmailChange.mutationOptions({
      onSuccess: (me) => {
        queries.setQueryData(meQuery().queryKey, me);
        toastSuccess({ message: "Your e-mail address stays as it is." });
      },
      onError: (error) => toastError(error, "We couldn’t cancel the change. Try again."),
    }),
  );
  return (
    <Group justify="space-between" gap="sm" role="status">
      <div style={{ flex: "1 1 14rem", minWidth: 0, overflowWrap: "anywhere" }}>
        It’ll be <b>{pending.email}</b> once you’ve opened {linksIn(pending, current)}.
      </div>
      <Button variant="subtle" color="gray" loading={cancel.isPending} onClick={() => cancel.mutate({})}>
        Cancel the change
      </Button>
    </Group>
  );
}

/** Names the inboxes whose confirmation is missing. */
function linksIn({ email, waits_for_old, waits_for_new }: PendingProps["pending"], current: string): string {
  if (waits_for_old && waits_for_new) return "the links we sent to both addresses";
  return `the link we sent to ${waits_for_old ? current : email}`;
}

function EmailForm({ me, onClose }: { me: Me; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useForm({ initialValues: { email: "" }, validate: { email: emailProblem } });
  const send = useMutation(
    accountsApi.requestEmailChange.mutationOptions({
      onSuccess: (changed) => {
        queries.setQueryData(meQuery().queryKey, changed);
        toastSuccess({ title: "Links sent", message: "Check your inbox to confirm the change." });
        onClose();
      },
      onError: (error) => form.setErrors(fieldErrors(error) ?? {}),
    }),
  );
  const failure = send.isError && !fieldErrors(send.error) ? errorMessage(send.error, FAILED) : undefined;
  return (
    <form onSubmit={form.onSubmit(({ email }) => send.mutate({ email: email.trim() }))} noValidate>
      <Stack>
        <TextInput
          label="New e-mail address"
          description={
            me.email_verified
              ? "We’ll send a link to your old address and one to the new one. The change needs both."
              : "We’ll send a link there to confirm it."
          }
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          data-autofocus
          {...form.getInputProps("email")}
        />
        <FormFailure message={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Send links
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
