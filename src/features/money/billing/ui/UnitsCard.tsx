import { Alert, Button, Group, NumberInput, Slider, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Billing, Preview } from "#src/features/money/billing/contract.ts";
import {
  dollars,
  type PriceList,
  quoteFor,
  tierOf,
  UNITS_MAX,
  unitsFor,
  wholeUnits,
} from "#src/features/money/entitlements/price-rules.ts";
import { allowancesQuery } from "#src/features/money/entitlements/ui/shared/billing-queries.ts";
import { apiErrorOf, errorMessage } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { CouponField } from "./CouponField.tsx";
import { openProvider } from "./open-provider.ts";
import { formatBillingDay, formatUnits } from "./plan-labels.ts";
import { subscriptionsApi, useBillingRefresh } from "./shared/subscription-queries.ts";

const SLIDER_MAX = 150;
const TYPING_MS = 300;
const NUMBER = new Intl.NumberFormat(LOCALE);

/** The number of units, their price to the cent, and the button that buys them. */
export function UnitsCard({ billing }: { billing: Billing }) {
  const { data: allowances } = useQuery(allowancesQuery());
  const { units: has, prices } = billing;
  const links = allowances?.links.used ?? 0;
  const [chosen, setUnits] = useState<number>();
  const units = chosen ?? Math.max(has, unitsFor(links, billing.links_per_unit));
  const [asked] = useDebouncedValue(units, TYPING_MS);
  const [code, setCode] = useState<string>();
  const preview = useQuery({
    queryKey: [...subscriptionsApi.preview.key(), asked, has, code, prices.number],
    queryFn: () => subscriptionsApi.preview.call({ units: asked, code }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const quote = quoteFor(prices.tiers, units);
  const isSame = quote.units === has;
  const shown = asked === units && !preview.isPlaceholderData ? preview.data : undefined;
  return (
    <Card title={has > 0 ? "Change units" : "Get premium"} text={unitsText(billing)}>
      <UnitsInput units={units} onChange={setUnits} prices={prices} />
      <Price units={units} linksPerUnit={billing.links_per_unit} prices={prices} />
      <Over units={quote.units} linksPerUnit={billing.links_per_unit} links={links} />
      {!isSame && has > 0 && <Due preview={shown} />}
      {has === 0 && <CouponField units={units} code={code} onCode={setCode} preview={shown} />}
      <FormFailure
        message={preview.error ? errorMessage(preview.error, "We couldn’t work out the price.") : undefined}
      />
      <Confirm key={units} billing={billing} preview={isSame ? undefined : shown} />
    </Card>
  );
}

function unitsText({ links_per_unit, prices }: Billing): string {
  const links = plural(links_per_unit, "link");
  return prices.tiers.length > 1
    ? `Each unit is ${links}, for as many profiles as you like. The more units, the less each costs.`
    : `Each unit is ${links}, for as many profiles as you like.`;
}

/** Warns about links and profiles that don't fit, before anyone pays for less than they have. */
function Over({ units, linksPerUnit, links }: { units: number; linksPerUnit: number; links: number }) {
  const limit = units * linksPerUnit;
  if (links <= limit) return null;
  return (
    <Alert variant="light" color="yellow" role="status">
      You have {NUMBER.format(links)} links, which is {NUMBER.format(links - limit)} more than{" "}
      {formatUnits(units)} can hold. All of them stay on your pages, but you can’t add any until you’ve
      deleted that many.
    </Alert>
  );
}

interface UnitsInputProps {
  units: number;
  onChange: (units: number) => void;
  prices: PriceList;
}

function UnitsInput({ units, onChange, prices }: UnitsInputProps) {
  const marks = prices.tiers.filter(({ from }) => from <= SLIDER_MAX).map(({ from }) => ({ value: from }));
  return (
    <Group align="center" gap="lg">
      <Slider
        style={{ flex: "1 1 12rem" }}
        min={1}
        max={SLIDER_MAX}
        value={Math.min(units, SLIDER_MAX)}
        onChange={onChange}
        marks={marks}
        label={(value) => formatUnits(value)}
        thumbLabel="Units of premium"
      />
      <NumberInput
        w={110}
        aria-label="Units"
        min={1}
        max={UNITS_MAX}
        allowDecimal={false}
        allowNegative={false}
        value={units}
        onChange={(value) => onChange(wholeUnits(Number(value)))}
      />
    </Group>
  );
}

interface PriceProps {
  units: number;
  linksPerUnit: number;
  prices: PriceList;
}

function Price({ units, linksPerUnit, prices: { tiers, most_popular_from } }: PriceProps) {
  const { units: given, unit_cents, total_cents, asked_cents } = quoteFor(tiers, units);
  const isPopular = tiers.length > 1 && tierOf(tiers, given).from === most_popular_from;
  return (
    <Stack gap={4}>
      <Text fz="xl" fw={700}>
        {dollars(total_cents)} a month
      </Text>
      <Text size="sm">
        {formatUnits(given)} at {dollars(unit_cents)} each, {plural(given * linksPerUnit, "link")} in all
        {isPopular ? ". Most popular." : "."} Before taxes.
      </Text>
      {given > units && (
        <Alert variant="light" color="teal">
          {formatUnits(units)} would cost {dollars(asked_cents)}, but {given} cost only {dollars(total_cents)}
          . So you get {given}.
        </Alert>
      )}
    </Stack>
  );
}

function Due({ preview }: { preview: Preview | undefined }) {
  if (!preview)
    return (
      <Text size="sm" c="dimmed">
        Working out the price…
      </Text>
    );
  const { due_now_cents, credit_cents, balance_cents, next_invoice_cents, next_invoice_at } = preview;
  return (
    <Text size="sm" role="status">
      {credit_cents > 0 ? (
        <>
          Nothing to pay today. You get <b>{dollars(credit_cents)}</b> back as credit for what you’ve already
          paid
          {balance_cents > credit_cents && (
            <>
              , which makes <b>{dollars(balance_cents)}</b> in all
            </>
          )}
          . It pays your next invoices first.
        </>
      ) : (
        <>
          Due today: <b>{dollars(due_now_cents)}</b>, for the rest of this month.
        </>
      )}{" "}
      Next invoice: <b>{dollars(next_invoice_cents)}</b> on {formatBillingDay(next_invoice_at)}.
    </Text>
  );
}

function Confirm({ billing, preview }: { billing: Billing; preview: Preview | undefined }) {
  const refresh = useBillingRefresh();
  const navigate = useNavigate();
  const isNew = billing.units === 0;
  const send = useMutation({
    mutationFn: async ({ units, at, coupon, price_list }: Preview) => {
      if (isNew) return subscriptionsApi.checkout.call({ units, code: coupon?.code, price_list });
      return subscriptionsApi.changeUnits.call({ units, at, price_list });
    },
    onSuccess: async (answer) => {
      if ("url" in answer) return openProvider(navigate, answer.url);
      await refresh(answer);
      toastSuccess({ message: `You now have ${formatUnits(answer.units)} of premium` });
    },
    onError: (error) => {
      if (apiErrorOf(error)?.code === "PREVIEW_OUTDATED") void refresh();
    },
  });
  const label = isNew
    ? "Continue to payment"
    : preview
      ? `Change to ${formatUnits(preview.units)}`
      : "Change units";
  return (
    <Stack align="flex-start">
      <FormFailure
        message={
          send.error
            ? errorMessage(send.error, "That didn’t work, and nothing changed. Try again.")
            : undefined
        }
      />
      <Button disabled={!preview} loading={send.isPending} onClick={() => preview && send.mutate(preview)}>
        {label}
      </Button>
    </Stack>
  );
}
