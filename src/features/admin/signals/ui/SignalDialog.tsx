import { NumberInput, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SIGNAL_LABELS } from "#src/features/public/moderation/signal-rules.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import type { Signal } from "../contract.ts";
import { ENTRIES_MAX, ENTRY_CHARS_MAX, SIGNAL_RULES } from "../rules.ts";
import { signalsApi, useSignalsRefresh } from "./signals-client.ts";

interface SignalDialogProps {
  opened: boolean;
  onClose: () => void;
  item: Signal;
}

/** What makes a signal speak: a number, and words or brands. */
export function SignalDialog({ opened, onClose, item }: SignalDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={SIGNAL_LABELS[item.kind]} size="lg">
      <SignalForm onClose={onClose} item={item} />
    </FormDialog>
  );
}

const TEXT_CHARS_MAX = ENTRIES_MAX * ENTRY_CHARS_MAX;

function SignalForm({ onClose, item }: Omit<SignalDialogProps, "opened">) {
  const { kind } = item;
  const { threshold, entries } = SIGNAL_RULES[kind];
  const [value, setValue] = useState<number | string>(item.threshold ?? "");
  const [text, setText] = useState(item.entries?.join("\n") ?? "");
  const refresh = useSignalsRefresh();
  const before = item.entries?.join("\n");
  const sending = useMutation({
    mutationFn: () =>
      signalsApi.change.call({
        kind,
        ...(threshold && { threshold: Number(value) }),
        ...(entries && text !== before && { entries: text.split("\n").filter((line) => line.trim() !== "") }),
      }),
    onSuccess: async () => {
      onClose();
      toastSuccess({ message: "Saved" });
      await refresh();
    },
  });
  const { submit, failure, isSending } = formOf(sending, "That couldn’t be saved. Try again.");
  const isNumber = apiErrorOf(sending.error)?.code === "THRESHOLD_INVALID";
  const isLines = failure !== undefined && !isNumber && entries !== undefined;
  return (
    <DialogForm
      entity={{ submit, failure: isNumber || isLines ? undefined : failure, isSending }}
      action="Save"
      onClose={onClose}
    >
      {threshold && (
        <NumberInput
          size="md"
          label={threshold.label}
          min={threshold.min}
          max={threshold.max}
          allowDecimal={false}
          clampBehavior="none"
          value={value}
          error={isNumber ? failure : undefined}
          onChange={setValue}
        />
      )}
      {entries && (
        <Textarea
          size="md"
          label={entries.label}
          description={`${entries.hint} Pages that are there are examined again.`}
          autosize
          minRows={8}
          maxRows={16}
          maxLength={TEXT_CHARS_MAX}
          spellCheck={false}
          autoCapitalize="none"
          value={text}
          error={isLines ? failure : undefined}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
    </DialogForm>
  );
}
