import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PriceList } from "#src/features/money/entitlements/price-rules.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { ReasonField } from "#src/kit/form/ReasonField.tsx";
import { useReason } from "#src/kit/form/use-reason.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { problemOf, REASON_CHARS_MAX } from "../rules.ts";
import { PricePreviewTable } from "./PricePreviewTable.tsx";
import { pricesApi, usePricesRefresh } from "./prices-client.ts";
import { TierFields, type TierRow } from "./TierFields.tsx";

interface PricesDialogProps {
  opened: boolean;
  onClose: () => void;
  /** What the fields begin with. */
  start: PriceList;
}

/** Other prices for whoever buys from now on, with what they come to. */
export function PricesDialog({ opened, onClose, start }: PricesDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Change prices" size="lg">
      <PricesForm onClose={onClose} start={start} />
    </FormDialog>
  );
}

const TYPING_PAUSE_MS = 300;

function tierRowsOf({ tiers, most_popular_from }: PriceList): TierRow[] {
  return tiers.map(({ from, unit_cents }) => ({
    key: String(from),
    from,
    price: unit_cents / 100,
    isPopular: from === most_popular_from,
  }));
}

/** What's left empty is no number, which the rules say. */
function formFrom(rows: readonly TierRow[]) {
  const numberOf = (value: number | string) => (value === "" ? 0 : Number(value));
  return {
    tiers: rows.map(({ from, price }) => ({
      from: numberOf(from),
      unit_cents: Math.round(numberOf(price) * 100),
    })),
    most_popular_from: numberOf(rows.find(({ isPopular }) => isPopular)?.from ?? 0),
  };
}

function PricesForm({ onClose, start }: Omit<PricesDialogProps, "opened">) {
  const [rows, setRows] = useState(() => tierRowsOf(start));
  const why = useReason();
  const refresh = usePricesRefresh();
  const form = formFrom(rows);
  const problem = problemOf(form);
  const [asked] = useDebouncedValue(form, TYPING_PAUSE_MS);
  const preview = useQuery({
    ...pricesApi.preview.queryOptions({ input: asked }),
    enabled: problemOf(asked) === undefined,
  });
  const isCurrent = JSON.stringify(asked) === JSON.stringify(form);
  const shown = problem === undefined && isCurrent ? preview.data : undefined;
  const publish = useMutation({
    mutationFn: () => pricesApi.publish.call({ ...form, based_on: shown?.based_on ?? 1, reason: why.reason }),
    onSuccess: async ({ current }) => {
      onClose();
      toastSuccess({ message: `List ${current} counts from now on` });
      await refresh();
    },
    onError: async (error) => {
      if (apiErrorOf(error)?.code === "PREVIEW_OUTDATED") await refresh();
    },
  });
  const entity = formOf(publish, "The prices couldn’t be published. Try again.", () => {
    return why.checkReason() && shown !== undefined;
  });
  return (
    <DialogForm entity={entity} action="Publish" onClose={onClose}>
      <TierFields rows={rows} onChange={setRows} problem={problem} />
      <PricePreviewTable preview={shown} isInvalid={problem !== undefined} />
      <ReasonField
        description="Staff read this in the history."
        maxLength={REASON_CHARS_MAX}
        {...why.field}
      />
    </DialogForm>
  );
}
