import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Billing } from "#src/features/money/billing/contract.ts";
import { type Discount, formatDiscount } from "#src/features/money/billing/rules.ts";
import type { AllowancesAnswer } from "#src/features/money/entitlements/contract.ts";
import { dollars } from "#src/features/money/entitlements/price-rules.ts";
import { allowancesQuery } from "#src/features/money/entitlements/ui/shared/billing-queries.ts";
import { Card } from "#src/kit/Card.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { openProvider } from "./open-provider.ts";
import { formatBillingDay, formatPlanState, formatUnits } from "./plan-labels.ts";
import { subscriptionsApi, useBillingRefresh } from "./shared/subscription-queries.ts";

const NUMBER = new Intl.NumberFormat(LOCALE);
const BADGES = {
  ending: { color: "orange", label: "Canceled" },
  pausing: { color: "blue", label: "Pauses soon" },
  paused: { color: "blue", label: "Paused" },
  failing: { color: "red", label: "Payment failed" },
  lapsed: { color: "red", label: "Payment failed" },
} as const;

export function PlanCard({ billing }: { billing: Billing }) {
  const isPremium = billing.units > 0;
  const badge = BADGES[billing.state as keyof typeof BADGES];
  const { next_invoice_cents, next_invoice_at, discount, credit_cents, coming_price } = billing;
  return (
    <Card
      title={isPremium ? `Premium: ${formatUnits(billing.units)}` : "Free plan"}
      text={formatPlanState(billing)}
    >
      {badge && (
        <Badge color={badge.color} variant="light" style={{ alignSelf: "start" }}>
          {badge.label}
        </Badge>
      )}
      {next_invoice_cents !== null && next_invoice_at && (
        <Text size="sm">
          Next invoice: <b>{dollars(next_invoice_cents)}</b> on {formatBillingDay(next_invoice_at)}
          {discount && `, ${formatCurrentDiscount(discount)}`}
        </Text>
      )}
      {coming_price && (
        <Text size="sm">
          From {formatBillingDay(coming_price.at)} on, premium costs{" "}
          <b>{dollars(coming_price.total_cents)}</b> a month, before discounts and taxes.
        </Text>
      )}
      {credit_cents > 0 && (
        <Text size="sm">
          You have <b>{dollars(credit_cents)}</b> in credit. It pays your next invoices first.
        </Text>
      )}
      <Limits />
      <Actions billing={billing} />
    </Card>
  );
}

function formatCurrentDiscount(discount: Discount): string {
  const words = formatDiscount(discount);
  return discount.until ? `${words} until ${formatBillingDay(discount.until)}` : words;
}

function Limits() {
  const { data } = useQuery(allowancesQuery());
  if (!data) return <Skeleton h={72} />;
  const { profiles, links, links_per_profile } = data;
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
      <Limit label="Profiles" used={profiles.used} allowance={profiles} />
      <Limit label="Links" used={links.used} allowance={links} />
      <Limit label="Links on each profile" allowance={links_per_profile} />
    </Stack>
  );
}

interface LimitProps {
  label: string;
  used?: number;
  allowance: AllowancesAnswer["links_per_profile"];
}

function Limit({ label, used, allowance: { limit, explanation } }: LimitProps) {
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="sm">{formatUsage(used, limit)}</Text>
      </Group>
      <Text size="xs" c="dimmed">
        {explanation}
      </Text>
    </li>
  );
}

function formatUsage(used: number | undefined, limit: number | null): string {
  if (used === undefined) return limit === null ? "no limit" : NUMBER.format(limit);
  return limit === null
    ? `${NUMBER.format(used)}, no limit`
    : `${NUMBER.format(used)} of ${NUMBER.format(limit)}`;
}

function Actions({ billing }: { billing: Billing }) {
  const refresh = useBillingRefresh();
  const navigate = useNavigate();
  const resume = useMutation(
    subscriptionsApi.resume.mutationOptions({
      onSuccess: async (answer) => {
        await refresh(answer);
        toastSuccess({ message: "Premium continues" });
      },
      onError: (error) => toastError(error, "Premium couldn’t be kept. Try again."),
    }),
  );
  const portal = useMutation(
    subscriptionsApi.portal.mutationOptions({
      onSuccess: ({ url }) => openProvider(navigate, url),
      onError: (error) => toastError(error, "We couldn’t open your payment details. Try again."),
    }),
  );
  const label = { ending: "Keep premium", pausing: "Don’t pause", paused: "End the pause" }[
    billing.state as string
  ];
  if (billing.units === 0) return null;
  return (
    <Group gap="xs">
      {label && (
        <Button loading={resume.isPending} onClick={() => resume.mutate({})}>
          {label}
        </Button>
      )}
      <Button
        variant={["failing", "lapsed"].includes(billing.state) ? "filled" : "default"}
        loading={portal.isPending}
        onClick={() => portal.mutate({})}
      >
        Update card or tax ID
      </Button>
    </Group>
  );
}
