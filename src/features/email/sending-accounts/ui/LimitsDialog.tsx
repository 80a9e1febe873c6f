import { Checkbox, NumberInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Mailbox } from "#src/features/email/sending-accounts/contract.ts";
import { WINDOWS, type WindowName } from "#src/features/email/sending-accounts/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { SEPARATORS } from "#src/kit/separators.ts";
import { mailboxesApi, useMailboxesRefresh } from "./mailbox-queries.ts";

interface LimitsDialogProps {
  mailbox: Mailbox;
  opened: boolean;
  onClose: () => void;
}

const LABELS: Readonly<Record<WindowName, string>> = {
  per_second: "E-mails a second",
  per_minute: "E-mails a minute",
  per_hour: "E-mails an hour",
  per_day: "E-mails in 24 hours",
};

export function LimitsDialog({ opened, ...form }: LimitsDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Limits">
      <LimitsForm {...form} />
    </FormDialog>
  );
}

function LimitsForm({ mailbox, onClose }: Omit<LimitsDialogProps, "opened">) {
  const refresh = useMailboxesRefresh();
  const [limits, setLimits] = useState(mailbox.limits);
  const [warms_up, setWarmsUp] = useState(mailbox.warm_up_since !== null);
  const send = useMutation({
    mutationFn: () => mailboxesApi.update.call({ id: mailbox.id, limits, warms_up }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const { submit, failure, isSending } = formOf(send, "The limits couldn’t be saved. Try again.");
  return (
    <DialogForm entity={{ submit, failure, isSending }} action="Save limits" onClose={onClose}>
      {WINDOWS.map((window, index) => (
        <NumberInput
          key={window}
          size="md"
          label={LABELS[window]}
          placeholder="No limit"
          min={1}
          max={1_000_000}
          allowDecimal={false}
          allowNegative={false}
          {...SEPARATORS}
          data-autofocus={index === 0 || undefined}
          value={limits[window] ?? ""}
          onChange={(value) =>
            setLimits((all) => ({ ...all, [window]: typeof value === "number" ? Math.max(1, value) : null }))
          }
        />
      ))}
      <Checkbox
        label="Warm up"
        description="For a new account or domain: 50 e-mails on the first day, and twice as many each day after."
        checked={warms_up}
        onChange={({ currentTarget }) => setWarmsUp(currentTarget.checked)}
      />
    </DialogForm>
  );
}
