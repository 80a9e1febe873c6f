import { Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dollars } from "#src/features/money/entitlements/price-rules.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { ReasonField } from "#src/kit/form/ReasonField.tsx";
import { useReason } from "#src/kit/form/use-reason.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { addDays } from "#src/lib/time.ts";
import type { PriceMovePreview } from "../contract.ts";
import { AHEAD_DAYS_MAX, NOTICE_DAYS, REASON_CHARS_MAX } from "../rules.ts";
import { pricesApi, usePricesRefresh } from "./prices-client.ts";

interface MoveDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The list that they leave. */
  from: number;
}

/** Moves a list's subscribers to what counts now, from a day on. */
export function MoveDialog({ opened, onClose, from }: MoveDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Move accounts of list ${from}`}>
      <Previewed from={from} onClose={onClose} />
    </FormDialog>
  );
}

function Previewed({ from, onClose }: Omit<MoveDialogProps, "opened">) {
  const query = useQuery({
    ...pricesApi.previewMove.queryOptions({ input: { from_list: from } }),
    staleTime: 0,
  });
  if (!query.data) return <QueryState query={query} failure="We couldn’t count them." height={200} />;
  return <MoveForm preview={query.data} onClose={onClose} />;
}

const dayOf = (time: string) => time.slice(0, 10);

function MoveForm({ preview, onClose }: { preview: PriceMovePreview; onClose: () => void }) {
  const { from_list, to_list, subscribers, earliest } = preview;
  // The first whole day.
  const first = dayOf(earliest === null ? new Date().toISOString() : addDays(earliest, 1));
  const [day, setDay] = useState(first);
  const why = useReason();
  const refresh = usePricesRefresh();
  const plan = useMutation({
    mutationFn: () =>
      pricesApi.move.call({
        from_list,
        to_list,
        subscribers,
        moves_at: `${day}T00:00:00.000Z`,
        reason: why.reason,
      }),
    onSuccess: async () => {
      onClose();
      toastSuccess({ message: "Planned. The owners are told by e-mail now." });
      await refresh();
    },
    onError: async (error) => {
      if (apiErrorOf(error)?.code === "PREVIEW_OUTDATED") await refresh();
    },
  });
  const entity = formOf(plan, "That couldn’t be planned. Try again.", () => {
    return why.checkReason() && day !== "";
  });
  return (
    <DialogForm entity={entity} action="Plan and tell them" onClose={onClose}>
      <MoveCounts preview={preview} />
      <TextInput
        type="date"
        size="md"
        label="From"
        description={
          earliest === null
            ? "Nobody would pay more, so it can be at once. The new price is on the first invoice from that day on."
            : `At least ${NOTICE_DAYS} days away, as some could pay more. The new price is on the first invoice from that day on.`
        }
        min={first}
        max={dayOf(addDays(new Date(), AHEAD_DAYS_MAX))}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <ReasonField
        description="They read this in their activity log."
        maxLength={REASON_CHARS_MAX}
        {...why.field}
      />
    </DialogForm>
  );
}

function MoveCounts({ preview }: { preview: PriceMovePreview }) {
  const { to_list, subscribers, more, less, same, before_cents, after_cents } = preview;
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={600}>
        {plural(subscribers, "premium account")} would pay the prices of list {to_list}.
      </Text>
      <Text size="sm">
        Paying more: {formatNumber(more)}. Paying less: {formatNumber(less)}. Paying the same:{" "}
        {formatNumber(same)}.
      </Text>
      <Text size="sm">
        Together, they pay {dollars(before_cents)} a month now, and {dollars(after_cents)} then, before
        discounts and taxes.
      </Text>
      <Text size="sm" c="dimmed">
        Those that were canceled aren’t counted. Each owner is told the old and the new total by e-mail, and
        you can call it off until the day.
      </Text>
    </Stack>
  );
}
