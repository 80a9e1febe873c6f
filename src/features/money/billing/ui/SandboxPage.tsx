import "#src/kit/deferred.css";
import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Sandbox } from "#src/features/money/billing/contract.ts";
import { dollars } from "#src/features/money/entitlements/price-rules.ts";
import { Banner } from "#src/kit/Banner.tsx";
import { Card } from "#src/kit/Card.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { formatUnits } from "./plan-labels.ts";
import { subscriptionsApi, useBillingRefresh } from "./shared/subscription-queries.ts";

/** `/dashboard/settings/billing/sandbox`: stands in for Stripe's pages, without money. */
export function SandboxPage() {
  const query = useQuery(subscriptionsApi.sandbox.queryOptions());
  const { data } = query;
  const { checkout } = useSearch({ strict: false });
  return (
    <>
      <PageTitle title="Sandbox">In place of the payment provider’s own page</PageTitle>
      <Stack gap="lg">
        <Banner isInset icon={<IconFlask size={20} />}>
          <b>Sandbox: no money moves.</b> No card is asked for, and nobody is charged.
        </Banner>
        {data ? (
          <>
            {checkout && data.checkout?.id === checkout && <Checkout checkout={data.checkout} />}
            {checkout && data.checkout?.id !== checkout && <CheckoutOver isPaid={data.has_subscription} />}
            <TestCard sandbox={data} />
          </>
        ) : (
          <QueryState query={query} failure="We couldn’t load the sandbox." height={200} />
        )}
        <Group>
          <Button variant="subtle" renderRoot={(props) => <Link to={PATHS.billing} {...props} />}>
            Back to billing
          </Button>
        </Group>
      </Stack>
    </>
  );
}

function useAct() {
  const queries = useQueryClient();
  return useMutation(
    subscriptionsApi.actInSandbox.mutationOptions({
      onSuccess: (answer) => queries.setQueryData(subscriptionsApi.sandbox.queryKey(), answer),
      onError: (error) => toastError(error, "That didn’t work. Try again."),
    }),
  );
}

function Checkout({
  checkout: { id, units, total_cents, due_now_cents },
}: {
  checkout: NonNullable<Sandbox["checkout"]>;
}) {
  const act = useAct();
  const navigate = useNavigate();
  const pay = async () => {
    await act.mutateAsync({ act: "pay", checkout: id });
    await navigate({ href: `${PATHS.billing}?checkout=done` });
  };
  return (
    <Card title="Checkout" text={`${formatUnits(units)} of premium, every month`}>
      <Text fz="xl" fw={700}>
        {dollars(due_now_cents)}
      </Text>
      {due_now_cents < total_cents && (
        <Text size="sm">With your coupon, instead of {dollars(total_cents)}.</Text>
      )}
      <Button loading={act.isPending} onClick={() => void pay().catch(() => undefined)}>
        Pay {dollars(due_now_cents)} with no money
      </Button>
    </Card>
  );
}

/** In another tab, someone paid, or started a checkout that replaced this one. */
function CheckoutOver({ isPaid }: { isPaid: boolean }) {
  return (
    <Text role="status">
      {isPaid
        ? "You have premium, so there’s nothing to pay here."
        : "This checkout is over, and nothing was charged. Start again on the billing page."}
    </Text>
  );
}

/** The card on file, and a button that lets a month pass. */
function TestCard({ sandbox: { card, has_subscription } }: { sandbox: Sandbox }) {
  const act = useAct();
  const refresh = useBillingRefresh();
  const bill = async () => {
    await act.mutateAsync({ act: "bill_now" });
    await refresh();
    toastSuccess({ message: "Skipped ahead to the next payment" });
  };
  return (
    <Card title="Card" text="Choose what happens to the next payments.">
      <SegmentedControl
        aria-label="What the card does"
        value={card}
        disabled={act.isPending}
        onChange={(value) => act.mutate({ act: value === "works" ? "work_card" : "decline_card" })}
        data={[
          { value: "works", label: "It works" },
          { value: "declines", label: "It’s declined" },
        ]}
      />
      {has_subscription && (
        <Button variant="default" loading={act.isPending} onClick={() => void bill().catch(() => undefined)}>
          Skip to the next payment
        </Button>
      )}
    </Card>
  );
}
