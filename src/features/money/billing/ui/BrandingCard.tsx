import { Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { use } from "react";
import type { Billing } from "#src/features/money/billing/contract.ts";
import { Card } from "#src/kit/Card.tsx";
import { InstanceName } from "#src/kit/PageTitle.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { subscriptionsApi, useBillingRefresh } from "./shared/subscription-queries.ts";

export function BrandingCard({ billing }: { billing: Billing }) {
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
  const mayRemove = billing.granted_units > 0;
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
