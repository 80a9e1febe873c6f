import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toastSuccess } from "../toasts.tsx";
import { DialogForm, FormDialog } from "./FormDialog.tsx";
import { formOf } from "./form-of.ts";
import { ReasonField } from "./ReasonField.tsx";
import { useReason } from "./use-reason.ts";

interface ReasonFormProps {
  onClose: () => void;
  action: string;
  done: string;
  charsMax: number;
  /** What it answers with may be a proposal, which someone else has to confirm. */
  send: (reason: string) => Promise<{ approval_id: string | null } | undefined>;
  /** Where they read the reason. */
  note?: string;
  /** What's said where there's none. The note says who reads it. */
  missing?: string;
  /** More to choose. */
  fields?: ReactNode;
  /** The consequences. */
  children: ReactNode;
}

/** Asks staff why they act on an account. Its owner reads the reason. */
export function ReasonDialog({
  opened,
  title,
  ...form
}: ReasonFormProps & { opened: boolean; title: string }) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title={title}>
      <ReasonForm {...form} />
    </FormDialog>
  );
}

function ReasonForm({
  onClose,
  action,
  done,
  charsMax,
  send,
  note = "We’ll e-mail this to them.",
  missing,
  fields,
  children,
}: ReasonFormProps) {
  const { reason, checkReason, field } = useReason(missing);
  const sending = useMutation({
    mutationFn: () => send(reason),
    onSuccess: (answer) => {
      onClose();
      toastSuccess({
        message: answer?.approval_id ? "Proposed: another member of staff has to confirm it" : done,
      });
    },
  });
  const { submit, failure, isSending } = formOf(sending, "That couldn’t be saved. Try again.", checkReason);
  return (
    <DialogForm entity={{ submit, failure, isSending }} action={action} onClose={onClose}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
      {fields}
      <ReasonField
        description={note}
        minRows={3}
        maxRows={8}
        maxLength={charsMax}
        data-autofocus
        {...field}
      />
    </DialogForm>
  );
}
