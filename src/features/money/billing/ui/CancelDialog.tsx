import { Button, Group, Modal, Radio, SegmentedControl, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Billing } from "#src/features/money/billing/contract.ts";
import {
  CANCEL_REASONS,
  type CancelReason,
  offerFor,
  PAUSE_MONTHS_MAX,
  RETENTION_MONTHS,
  RETENTION_PERCENT,
} from "#src/features/money/billing/rules.ts";
import { dollars, quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import { allowancesQuery } from "#src/features/money/entitlements/ui/shared/billing-queries.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { plural } from "#src/kit/plural.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { formatBillingDay, formatUnits, REASON_LABELS } from "./plan-labels.ts";
import { subscriptionsApi, useBillingRefresh } from "./shared/subscription-queries.ts";

interface CancelDialogProps {
  billing: Billing;
  opened: boolean;
  onClose: () => void;
}

/** Two screens at most: the reason, and one offer. Canceling is a button on both. */
export function CancelDialog({ opened, onClose, billing }: CancelDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Cancel premium">
      <Leaving billing={billing} onClose={onClose} />
    </Modal>
  );
}

function Leaving({ billing, onClose }: Omit<CancelDialogProps, "opened">) {
  const [reason, setReason] = useState<CancelReason>();
  const [isAsked, setAsked] = useState(false);
  // Only premium that simply continues can be paused, changed, or discounted.
  const hasOffer = billing.state === "active";
  if (isAsked && reason) return <LastOffer billing={billing} reason={reason} onClose={onClose} />;
  return (
    <Stack>
      <Radio.Group
        label="Why do you want to cancel?"
        value={reason ?? ""}
        onChange={(value) => setReason(value as CancelReason)}
      >
        <Stack gap="xs" mt="xs">
          {CANCEL_REASONS.map((value) => (
            <Radio key={value} value={value} label={REASON_LABELS[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {hasOffer ? (
        <Button disabled={!reason} onClick={() => setAsked(true)}>
          Continue
        </Button>
      ) : (
        <CancelButton reason={reason} onClose={onClose} label="Cancel premium" />
      )}
    </Stack>
  );
}

interface AnswerProps {
  billing: Billing;
  reason: CancelReason;
  onClose: () => void;
}

function LastOffer({ billing, reason, onClose }: AnswerProps) {
  const offer = offerFor(reason, billing);
  const Offered = { discount: DiscountOffer, fewer_units: UnitsOffer, pause: PauseOffer }[offer];
  return (
    <Stack>
      <Offered billing={billing} reason={reason} onClose={onClose} />
      <CancelButton reason={reason} onClose={onClose} label="No thanks, cancel" />
      {billing.period_end && (
        <Text size="sm" c="dimmed">
          If you cancel, you have premium until {formatBillingDay(billing.period_end)}. Your pages stay up,
          and nothing is deleted. If you get premium again later, you pay the prices of that day.
        </Text>
      )}
    </Stack>
  );
}

function useAnswer(onClose: () => void, done: string) {
  const refresh = useBillingRefresh();
  return async (answer: Billing) => {
    onClose();
    await refresh(answer);
    toastSuccess({ message: done });
  };
}

interface CancelButtonProps {
  reason: CancelReason | undefined;
  onClose: () => void;
  label: string;
}

function CancelButton({ reason, onClose, label }: CancelButtonProps) {
  const send = useMutation(
    subscriptionsApi.cancel.mutationOptions({ onSuccess: useAnswer(onClose, "Premium is canceled") }),
  );
  return (
    <>
      <FormFailure
        message={
          send.error ? errorMessage(send.error, "Premium couldn’t be canceled. Try again.") : undefined
        }
      />
      <Button
        variant="default"
        disabled={!reason}
        loading={send.isPending}
        onClick={() => reason && send.mutate({ reason })}
      >
        {label}
      </Button>
    </>
  );
}

interface OfferFrameProps {
  text: string;
  error: unknown;
  children: React.ReactNode;
}

function OfferFrame({ text, error, children }: OfferFrameProps) {
  return (
    <>
      <Text>{text}</Text>
      {children}
      <FormFailure message={error ? errorMessage(error, "That didn’t work. Try again.") : undefined} />
    </>
  );
}

function DiscountOffer({ reason, onClose }: AnswerProps) {
  const send = useMutation(
    subscriptionsApi.takeDiscount.mutationOptions({
      onSuccess: useAnswer(
        onClose,
        `You get ${RETENTION_PERCENT}% off for ${plural(RETENTION_MONTHS, "month")}`,
      ),
    }),
  );
  return (
    <OfferFrame
      text={`Stay, and the next ${plural(RETENTION_MONTHS, "month")} cost ${RETENTION_PERCENT}% less. You can still cancel whenever you like.`}
      error={send.error}
    >
      <Button loading={send.isPending} onClick={() => send.mutate({ reason })}>
        Take {RETENTION_PERCENT}% off
      </Button>
    </OfferFrame>
  );
}

function PauseOffer({ billing, reason, onClose }: AnswerProps) {
  const [months, setMonths] = useState("1");
  const send = useMutation(
    subscriptionsApi.pause.mutationOptions({ onSuccess: useAnswer(onClose, "Premium will pause") }),
  );
  const from = billing.period_end ? ` from ${formatBillingDay(billing.period_end)}` : "";
  return (
    <OfferFrame
      text={`You could pause instead${from}. You’ll pay nothing during the pause, and premium comes back on its own.`}
      error={send.error}
    >
      <SegmentedControl
        aria-label="How long to pause"
        value={months}
        onChange={setMonths}
        data={Array.from({ length: PAUSE_MONTHS_MAX }, (_, index) => ({
          value: String(index + 1),
          label: plural(index + 1, "month"),
        }))}
      />
      <Button loading={send.isPending} onClick={() => send.mutate({ months: Number(months), reason })}>
        Pause for {plural(Number(months), "month")}
      </Button>
    </OfferFrame>
  );
}

/** Half of the current units, rounded up. */
function UnitsOffer({ billing, reason, onClose }: AnswerProps) {
  const { data: allowances } = useQuery(allowancesQuery());
  const { units, total_cents } = quoteFor(billing.prices.tiers, Math.ceil(billing.units / 2));
  const over = (allowances?.links.used ?? 0) - units * billing.links_per_unit;
  const answer = useAnswer(onClose, `You now have ${formatUnits(units)} of premium`);
  const send = useMutation({
    mutationFn: async () => {
      const { at, price_list } = await subscriptionsApi.preview.call({ units });
      return subscriptionsApi.changeUnits.call({ units, at, price_list, reason });
    },
    onSuccess: answer,
  });
  return (
    <OfferFrame
      text={`You could keep ${formatUnits(units)} for ${dollars(total_cents)} a month. You get back what you’ve already paid for the rest.`}
      error={send.error}
    >
      {over > 0 && (
        <Text size="sm">
          That’s {plural(over, "link")} fewer than you have. All of them stay on your pages, but you can’t add
          any until you’ve deleted that many.
        </Text>
      )}
      <Group>
        <Button flex={1} loading={send.isPending} onClick={() => send.mutate()}>
          Keep {formatUnits(units)}
        </Button>
      </Group>
    </OfferFrame>
  );
}
