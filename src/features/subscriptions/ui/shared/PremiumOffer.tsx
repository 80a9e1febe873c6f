import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { allowancesQuery } from "#src/features/billing/ui/shared/billing-queries.ts";
import { useMay } from "#src/features/team/ui/shared/use-may.ts";
import { dialogWhenNeeded } from "#src/kit/when-needed.tsx";
import { hasDeclined, rememberDeclined } from "./declined.ts";

const PremiumModal = dialogWhenNeeded(async () => (await import("./PremiumModal.tsx")).PremiumModal);

interface PremiumOfferProps {
  /** What has reached its limit, or comes with premium only. */
  what: "profiles" | "links" | "domains";
  /** True if someone has just tried to add one. */
  isRefused: boolean;
}

/**
 * Premium, right where a limit is met. It opens on its own after a refusal, unless someone said no in the
 * last seven days.
 */
export function PremiumOffer({ what, isRefused }: PremiumOfferProps) {
  const { data } = useQuery(allowancesQuery());
  const mayBuy = useMay("billing.manage");
  const [opened, setOpened] = useState(() => isRefused && !hasDeclined());
  // Unlimited profiles are premium’s: who has it already knows where to add units.
  if (!mayBuy || data?.plans !== "free" || data.profiles.limit === null) return null;
  const close = () => {
    rememberDeclined();
    setOpened(false);
  };
  return (
    <>
      <Button
        variant="light"
        size="compact-sm"
        style={{ alignSelf: "flex-start" }}
        onClick={() => setOpened(true)}
      >
        See premium
      </Button>
      <PremiumModal what={what} opened={opened} onClose={close} />
    </>
  );
}
