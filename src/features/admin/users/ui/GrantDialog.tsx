import { NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  GRANT_KINDS,
  GRANT_QUANTITY_MAX,
  GRANT_REASON_CHARS_MAX,
  type GrantKind,
} from "#src/features/money/entitlements/rules.ts";
import { allowancesQuery } from "#src/features/money/entitlements/ui/shared/billing-queries.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { ReasonField } from "#src/kit/form/ReasonField.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { grantsApi, useUsersRefresh } from "./user-queries.ts";

interface GrantDialogProps {
  opened: boolean;
  onClose: () => void;
  id: string;
}

/** Gives an account slots, units, or unlimited links. */
export function GrantDialog({ opened, onClose, id }: GrantDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Give more">
      <GrantForm id={id} onClose={onClose} />
    </FormDialog>
  );
}

const KIND_LABELS: Readonly<Record<GrantKind, string>> = {
  profile_slots: "Page slots",
  premium_units: "Units of premium",
  unlimited_links: "Unlimited links on each page",
};

const KIND_NOTES: Readonly<Record<GrantKind, string>> = {
  profile_slots: "Active pages beyond those of the free plan",
  premium_units: "Premium, as if they paid for it",
  unlimited_links: "Counts while they have premium.",
};

/** The form's fields for each of the server's. */
const FIELDS: Record<string, "quantity" | "lastDay" | "reason"> = {
  GRANT_QUANTITY_MISSING: "quantity",
  GRANT_OVER: "lastDay",
  GRANT_REASON_MISSING: "reason",
};

const EMPTY = {
  kind: "profile_slots" as GrantKind,
  quantity: "" as number | string,
  lastDay: "",
  reason: "",
};

/** Converts to the API's format. The last day counts as a whole where the reader is. */
function sentOf({ kind, quantity, lastDay, reason }: typeof EMPTY) {
  const at = Date.parse(`${lastDay}T23:59:59`);
  return {
    kind,
    quantity: kind === "unlimited_links" || quantity === "" ? null : Number(quantity),
    ends_at: Number.isNaN(at) ? null : new Date(at).toISOString(),
    reason,
  };
}

function GrantForm({ id, onClose }: Omit<GrantDialogProps, "opened">) {
  const refresh = useUsersRefresh();
  const { data: allowances } = useQuery(allowancesQuery());
  const given = allowances?.plan_limits.units_given;
  const [values, setValues] = useState(EMPTY);
  const change = (changes: Partial<typeof EMPTY>) => setValues({ ...values, ...changes });
  const send = useMutation({
    mutationFn: () => grantsApi.addGrant.call({ id, ...sentOf(values) }),
    onSuccess: async () => {
      await refresh();
      onClose();
      toastSuccess({ message: "Given" });
    },
  });
  const { submit, failure, isSending } = formOf(send, "That couldn’t be saved. Try again.");
  const field = FIELDS[apiErrorOf(send.error)?.code ?? ""];
  const errorAt = (name: typeof field) => (field === name ? failure : undefined);
  return (
    <DialogForm
      entity={{ submit, failure: field ? undefined : failure, isSending }}
      action="Give"
      onClose={onClose}
    >
      <NativeSelect
        size="md"
        label="What"
        description={KIND_NOTES[values.kind]}
        data={GRANT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
        value={values.kind}
        onChange={({ currentTarget: { value } }) => {
          const kind = GRANT_KINDS.find((one) => one === value);
          if (kind) change({ kind });
        }}
      />
      {values.kind !== "unlimited_links" && (
        <NumberInput
          size="md"
          label="How many"
          description={
            values.kind === "premium_units" && given !== undefined
              ? `Leave it empty for ${formatNumber(given)}.`
              : undefined
          }
          min={1}
          max={GRANT_QUANTITY_MAX}
          allowDecimal={false}
          value={values.quantity}
          error={errorAt("quantity")}
          onChange={(quantity) => change({ quantity })}
        />
      )}
      <TextInput
        size="md"
        type="date"
        label="Last day (optional)"
        value={values.lastDay}
        error={errorAt("lastDay")}
        onChange={({ currentTarget }) => change({ lastDay: currentTarget.value })}
      />
      <ReasonField
        description="They can read it in their activity log."
        maxLength={GRANT_REASON_CHARS_MAX}
        value={values.reason}
        error={errorAt("reason")}
        onChange={(reason) => change({ reason })}
      />
    </DialogForm>
  );
}
