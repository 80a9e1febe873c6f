import { NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { ReasonField } from "#src/kit/form/ReasonField.tsx";
import { startOfDay } from "#src/kit/start-of-day.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { BLOCK_KINDS, type BlockKind } from "#src/lib/block-kinds.ts";
import { BLOCK_LABELS, REASON_CHARS_MAX, VALUE_CHARS_MAX } from "../rules.ts";
import { BlockPreview } from "./BlockPreview.tsx";
import { securityApi } from "./security-client.ts";

interface BlockDialogProps {
  opened: boolean;
  onClose: () => void;
  /** What the form starts with, or empty. */
  network: string;
}

/** Keeps out a network, a program, or a domain, or lets it in in spite of that. */
export function BlockDialog({ opened, onClose, network }: BlockDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="New block">
      <BlockForm onClose={onClose} network={network} />
    </FormDialog>
  );
}

const HINTS: Readonly<Record<BlockKind, { hint: string; placeholder: string }>> = {
  network: {
    hint: "Everyone in it is blocked. One address can be blocked for up to 90 days.",
    placeholder: "203.0.113.0/24",
  },
  user_agent: {
    hint: "Programs whose user agent contains this are blocked. An asterisk stands for anything.",
    placeholder: "BadBot/*",
  },
  mail_domain: {
    hint: "Nobody can make an account with an address there, or change to one. Domains below it count, too.",
    placeholder: "example.com",
  },
};

const EFFECTS = [
  { value: "block", label: "Block it" },
  { value: "allow", label: "Allow it in spite of blocks" },
] as const;

const END_ERRORS = ["BLOCK_END_PAST", "NETWORK_END_MISSING"];

function fieldOf(code: string): "end" | "reason" | "value" | undefined {
  if (END_ERRORS.includes(code)) return "end";
  if (code === "BLOCK_REASON_MISSING") return "reason";
  return /^(?:NETWORK|AGENT|MAIL_DOMAIN|BLOCK_EXISTS)/.test(code) ? "value" : undefined;
}

function BlockForm({ onClose, network }: Omit<BlockDialogProps, "opened">) {
  const queries = useQueryClient();
  const [values, setValues] = useState({
    kind: "network" as BlockKind,
    effect: "block" as "block" | "allow",
    value: network,
    lastDay: "",
    reason: "",
  });
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  const { lastDay, ...sent } = values;
  const send = useMutation({
    mutationFn: () => securityApi.addBlock.call({ ...sent, ends_at: startOfDay(lastDay, 1) ?? null }),
    onSuccess: async ({ effect }) => {
      onClose();
      toastSuccess({ message: effect === "allow" ? "Allowed" : "Blocked" });
      await queries.invalidateQueries({ queryKey: securityApi.key() });
    },
  });
  const { submit, failure, isSending } = formOf(send, "That couldn’t be saved. Try again.");
  const field = fieldOf(apiErrorOf(send.error)?.code ?? "");
  const errorAt = (name: typeof field) => (field === name ? failure : undefined);
  const { hint, placeholder } = HINTS[values.kind];
  return (
    <DialogForm
      entity={{ submit, failure: field ? undefined : failure, isSending }}
      action={values.effect === "allow" ? "Allow" : "Block"}
      onClose={onClose}
    >
      <NativeSelect
        size="md"
        label="What"
        data={BLOCK_KINDS.map((value) => ({ value, label: BLOCK_LABELS[value] }))}
        value={values.kind}
        onChange={({ currentTarget: { value } }) => {
          const kind = BLOCK_KINDS.find((one) => one === value);
          if (kind) change({ kind });
        }}
      />
      <TextInput
        size="md"
        label={BLOCK_LABELS[values.kind]}
        description={hint}
        placeholder={placeholder}
        maxLength={VALUE_CHARS_MAX}
        data-autofocus
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        value={values.value}
        error={errorAt("value")}
        onChange={({ currentTarget: { value } }) => change({ value })}
      />
      <BlockPreview kind={values.kind} value={values.value} />
      <NativeSelect
        size="md"
        label="What happens"
        data={[...EFFECTS]}
        value={values.effect}
        onChange={({ currentTarget: { value } }) => change({ effect: value === "allow" ? "allow" : "block" })}
      />
      <TextInput
        size="md"
        type="date"
        label="Last day (optional)"
        value={values.lastDay}
        error={errorAt("end")}
        onChange={({ currentTarget: { value } }) => change({ lastDay: value })}
      />
      <ReasonField
        description="It’s in the audit log."
        maxLength={REASON_CHARS_MAX}
        value={values.reason}
        error={errorAt("reason")}
        onChange={(reason) => change({ reason })}
      />
    </DialogForm>
  );
}
