import { Button, Group } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { LimitSwitch } from "#src/features/instance/settings/ui/shared/LimitSwitch.tsx";
import { PremiumOffer } from "#src/features/money/billing/ui/shared/PremiumOffer.tsx";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ANALYTICS_ERRORS } from "../contract.ts";

/** True if the account’s plan doesn’t include what was asked for. */
export function needsPremium(error: unknown): boolean {
  return apiErrorOf(error)?.code === "PREMIUM_REQUIRED";
}

/** Stands in for figures that the account’s plan doesn’t include. */
export function PremiumNote({ onBack }: { onBack: () => void }) {
  return (
    <EmptyPanel
      icon={<IconLock />}
      title="This comes with premium"
      description={ANALYTICS_ERRORS.PREMIUM_REQUIRED.message}
    >
      <Group gap="xs" justify="center">
        <Button variant="default" onClick={onBack}>
          Back to all figures
        </Button>
        <PremiumOffer what="analytics" isRefused={false} />
        <LimitSwitch />
      </Group>
    </EmptyPanel>
  );
}
