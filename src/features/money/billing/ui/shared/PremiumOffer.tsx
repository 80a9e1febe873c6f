import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { allowancesQuery } from "#src/features/money/entitlements/ui/shared/billing-queries.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { hasDismissedOffer, recordOfferDismissed } from "./offer-dismissal.ts";

const PremiumModal = lazyDialog(async () => (await import("./PremiumModal.tsx")).PremiumModal);

interface PremiumOfferProps {
  /** The thing that has reached its limit, or requires premium. */
  what: "profiles" | "links" | "domains" | "analytics";
  /** Set if adding one has just failed. */
  isRefused: boolean;
}

/**
 * Offers premium right where a limit is reached. It opens on its own after a failure, unless someone
 * dismissed it in the last seven days.
 */
export function PremiumOffer({ what, isRefused }: PremiumOfferProps) {
  const { data } = useQuery(allowancesQuery());
  const mayBuy = useHasPermission("billing.manage");
  const [opened, setOpened] = useState(() => isRefused && !hasDismissedOffer());
  // Only premium has unlimited profiles, and people who have it know where to add units.
  if (!mayBuy || data?.plans !== "free" || data.profiles.limit === null) return null;
  const close = () => {
    recordOfferDismissed();
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
      <PremiumModal what={what} limits={data.plan_limits} opened={opened} onClose={close} />
    </>
  );
}
