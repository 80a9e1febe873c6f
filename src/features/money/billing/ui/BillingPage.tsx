import "#src/kit/deferred.css";
import { Button, Loader, Paper, Stack, Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFlask } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { use, useEffect } from "react";
import type { Billing } from "#src/features/money/billing/contract.ts";
import { Banner } from "#src/kit/Banner.tsx";
import { Card } from "#src/kit/Card.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { InstanceName, PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { InvoicesCard } from "./InvoicesCard.tsx";
import { PlanCard } from "./PlanCard.tsx";
import { billingQuery, subscriptionsApi, useBillingRefresh } from "./shared/subscription-queries.ts";
import { UnitsCard } from "./UnitsCard.tsx";

const CancelDialog = lazyDialog(async () => (await import("./CancelDialog.tsx")).CancelDialog);
const LOOK_AGAIN_MS = 1_500;

export function BillingPage() {
  const { checkout } = useSearch({ strict: false });
  const isBack = checkout === "done";
  const query = useQuery({
    ...billingQuery(),
    // Coming back proves nothing, so this polls until the provider confirms it.
    refetchInterval: (query) => isBack && isUnpaid(query.state.data) && LOOK_AGAIN_MS,
  });
  const { data } = query;
  return (
    <>
      <PageTitle title="Billing">Your plan, what you pay, and your invoices</PageTitle>
      {data ? (
        <Sections billing={data} isBack={isBack} />
      ) : (
        <QueryState query={query} failure="We couldn’t load your plan." height={320} />
      )}
    </>
  );
}

const isUnpaid = (billing: Billing | undefined) => billing?.state === "none" || billing?.state === "pending";

function Sections({ billing, isBack }: { billing: Billing; isBack: boolean }) {
  const isWaiting = isBack && isUnpaid(billing);
  const refresh = useBillingRefresh();
  const isThere = isBack && !isWaiting;
  // The limits on other screens have changed, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when premium is there
  useEffect(() => {
    if (isThere) void refresh();
  }, [isThere]);
  if (billing.plans === "off")
    return (
      <Paper withBorder radius="lg" p="lg">
        <Text>This instance has no plans: nothing is limited, and there’s nothing to pay.</Text>
      </Paper>
    );
  return (
    <Stack gap="lg">
      {billing.provider === "sandbox" && (
        <Banner isInset icon={<IconFlask size={20} />}>
          <b>Sandbox: no money moves.</b> Everything else works as it will once payments are set up.
        </Banner>
      )}
      {isWaiting && (
        <Banner isInset role="status" icon={<Loader size={20} />}>
          We’re waiting for your payment to be confirmed. That takes a few seconds.
        </Banner>
      )}
      <PlanCard billing={billing} />
      {!isWaiting && ["none", "active"].includes(billing.state) && <UnitsCard billing={billing} />}
      <BrandingCard billing={billing} />
      {billing.has_customer && <InvoicesCard />}
      <Leave billing={billing} />
    </Stack>
  );
}

function Leave({ billing }: { billing: Billing }) {
  const [leaving, leave] = useDisclosure(false);
  if (!["active", "pausing", "paused", "failing", "lapsed"].includes(billing.state)) return null;
  return (
    <Card
      title="Cancel premium"
      text="You keep premium for the time you’ve paid. Your pages stay up, and nothing is deleted."
      action={
        <Button variant="default" onClick={leave.open}>
          Cancel premium
        </Button>
      }
    >
      <CancelDialog billing={billing} opened={leaving} onClose={leave.close} />
    </Card>
  );
}

function BrandingCard({ billing }: { billing: Billing }) {
  const name = use(InstanceName);
  const refresh = useBillingRefresh();
  const send = useMutation(
    subscriptionsApi.update.mutationOptions({
      onSuccess: (answer) => {
        toastSuccess({ message: "Saved. Your pages already show it." });
        return refresh(answer);
      },
      onError: (error) => toastError(error, "That couldn’t be saved. Try again."),
    }),
  );
  const mayRemove = billing.may_remove_branding;
  return (
    <Card title="Branding">
      <Switch
        label={`Remove “Powered by ${name}” from your pages`}
        description={mayRemove ? undefined : "Comes with premium."}
        disabled={!mayRemove || send.isPending}
        checked={mayRemove && billing.remove_branding}
        onChange={({ currentTarget }) => send.mutate({ remove_branding: currentTarget.checked })}
      />
    </Card>
  );
}
