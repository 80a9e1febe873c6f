import { Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { LimitSwitch } from "#src/features/instance/settings/ui/shared/LimitSwitch.tsx";
import { PremiumOffer } from "#src/features/money/billing/ui/shared/PremiumOffer.tsx";
import { linkLimitMessage } from "#src/features/money/entitlements/rules.ts";
import { Banner } from "#src/kit/Banner.tsx";

/** Explains why no more links fit. */
export function FullNotice({ limit, role }: { limit: number; role?: "alert" }) {
  return (
    <Banner isInset icon={<IconInfoCircle size={20} />} role={role}>
      <Stack gap="xs">
        {linkLimitMessage(limit)}
        <PremiumOffer what="links" isRefused={role === "alert"} />
        <LimitSwitch />
      </Stack>
    </Banner>
  );
}
