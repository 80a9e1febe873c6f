import { NumberInput, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  AMOUNT_OFF_CENTS_MAX,
  CODE_CHARS_MAX,
  MONTHS_MAX,
  REDEMPTIONS_MAX,
} from "#src/features/money/coupons/rules.ts";
import { UNITS_MAX } from "#src/features/money/entitlements/price-rules.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { couponsApi, useCouponsRefresh } from "./coupon-queries.ts";

interface CouponDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CouponDialog({ opened, onClose }: CouponDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Create coupon">
      <CouponForm onClose={onClose} />
    </FormDialog>
  );
}

const EMPTY = {
  code: "",
  kind: "percent" as "percent" | "amount",
  off: 20 as number | string,
  lasts: "once" as "once" | "months" | "forever",
  months: 3 as number | string,
  redemptions: "" as number | string,
  minUnits: 1 as number | string,
  lastDay: "",
};
type Values = typeof EMPTY;
type Change = (changes: Partial<Values>) => void;

/** Converts to the API's format. The last day counts as a whole where the reader is. */
function sentOf({ code, kind, off, lasts, months, redemptions, minUnits, lastDay }: Values) {
  const at = Date.parse(`${lastDay}T23:59:59`);
  return {
    code,
    percent_off: kind === "percent" ? Number(off) : null,
    amount_off_cents: kind === "amount" ? Math.round(Number(off) * 100) : null,
    months: lasts === "forever" ? null : lasts === "once" ? 1 : Number(months),
    redemptions_max: redemptions === "" ? null : Number(redemptions),
    min_units: Number(minUnits) || 1,
    expires_at: Number.isNaN(at) ? null : new Date(at).toISOString(),
  };
}

/** The form's fields for each of the server's. */
const FIELDS: Record<string, "code" | "off" | "lastDay"> = {
  COUPON_CODE_INVALID: "code",
  COUPON_TAKEN: "code",
  COUPON_OFF_INVALID: "off",
  COUPON_EXPIRY_PAST: "lastDay",
};

function CouponForm({ onClose }: { onClose: () => void }) {
  const refresh = useCouponsRefresh();
  const [values, setValues] = useState(EMPTY);
  const change: Change = (changes) => setValues({ ...values, ...changes });
  const send = useMutation({
    mutationFn: () => couponsApi.create.call(sentOf(values)),
    onSuccess: async ({ code }) => {
      await refresh();
      onClose();
      toastSuccess({ message: `${code} is ready to use` });
    },
  });
  const { submit, failure, isSending } = formOf(send, "The coupon couldn’t be created. Try again.");
  const field = FIELDS[apiErrorOf(send.error)?.code ?? ""];
  const errorAt = (name: typeof field) => (field === name ? failure : undefined);
  const entity = { submit, failure: field ? undefined : failure, isSending };
  return (
    <DialogForm entity={entity} action="Create coupon" onClose={onClose}>
      <TextInput
        label="Code"
        placeholder="SPRING"
        data-autofocus
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={CODE_CHARS_MAX}
        value={values.code}
        error={errorAt("code")}
        onChange={({ currentTarget }) => change({ code: currentTarget.value.toUpperCase() })}
      />
      <OffFields values={values} change={change} error={errorAt("off")} />
      <LimitFields values={values} change={change} dayError={errorAt("lastDay")} />
    </DialogForm>
  );
}

interface FieldsProps {
  values: Values;
  change: Change;
}

function OffFields({ values, change, error }: FieldsProps & { error: string | undefined }) {
  const isPercent = values.kind === "percent";
  return (
    <>
      <SegmentedControl
        aria-label="The discount"
        value={values.kind}
        onChange={(kind) => change({ kind: kind as Values["kind"], off: kind === "percent" ? 20 : 5 })}
        data={[
          { value: "percent", label: "A percentage" },
          { value: "amount", label: "An amount" },
        ]}
      />
      <NumberInput
        label={isPercent ? "Percent off" : "Dollars off"}
        min={isPercent ? 1 : 0.01}
        max={isPercent ? 100 : AMOUNT_OFF_CENTS_MAX / 100}
        allowNegative={false}
        decimalScale={isPercent ? 0 : 2}
        suffix={isPercent ? "%" : ""}
        prefix={isPercent ? "" : "$"}
        value={values.off}
        error={error}
        onChange={(off) => change({ off })}
      />
      <Select
        label="Lasts"
        allowDeselect={false}
        data={[
          { value: "once", label: "For the first month" },
          { value: "months", label: "For some months" },
          { value: "forever", label: "Forever" },
        ]}
        value={values.lasts}
        onChange={(lasts) => lasts && change({ lasts: lasts as Values["lasts"] })}
      />
      {values.lasts === "months" && (
        <NumberInput
          label="Months"
          min={1}
          max={MONTHS_MAX}
          allowDecimal={false}
          allowNegative={false}
          value={values.months}
          onChange={(months) => change({ months })}
        />
      )}
    </>
  );
}

function LimitFields({ values, change, dayError }: FieldsProps & { dayError: string | undefined }) {
  return (
    <>
      <NumberInput
        label="How many can use it"
        description="Leave it empty for no limit."
        min={1}
        max={REDEMPTIONS_MAX}
        allowDecimal={false}
        allowNegative={false}
        value={values.redemptions}
        onChange={(redemptions) => change({ redemptions })}
      />
      <NumberInput
        label="Minimum units"
        min={1}
        max={UNITS_MAX}
        allowDecimal={false}
        allowNegative={false}
        value={values.minUnits}
        onChange={(minUnits) => change({ minUnits })}
      />
      <TextInput
        type="date"
        label="Last day"
        description="Leave it empty if it doesn’t expire."
        value={values.lastDay}
        error={dayError}
        onChange={({ currentTarget }) => change({ lastDay: currentTarget.value })}
      />
    </>
  );
}
