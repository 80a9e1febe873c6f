import { Button } from "@mantine/core";
import { IconCreditCardOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Banner } from "#src/kit/Banner.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { formatBillingDay } from "../plan-labels.ts";
import { billingQuery } from "./subscription-queries.ts";

const FRESH_MS = 5 * 60_000;

/** Shows on every screen that a payment failed, and the consequences. */
export function PaymentNotice() {
  const { data } = useQuery({ ...billingQuery(), staleTime: FRESH_MS });
  if (data?.plans !== "free" || (data.state !== "failing" && data.state !== "lapsed")) return null;
  const until = data.state === "failing" && data.grace_until;
  return (
    <Banner
      role="alert"
      icon={<IconCreditCardOff size={20} />}
      action={
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => <Link to={PATHS.billing} {...props} />}
        >
          Update card
        </Button>
      }
    >
      Your last payment didn’t go through.{" "}
      {until
        ? `You have premium until ${formatBillingDay(until)}, and your pages stay up either way.`
        : "Until it does, the free plan’s limits apply. Your pages stay up."}
    </Banner>
  );
}
