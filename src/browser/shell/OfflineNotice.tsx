import { useNetwork } from "@mantine/hooks";
import { IconWifiOff } from "@tabler/icons-react";
import { Banner } from "#src/kit/Banner.tsx";

export function OfflineNotice() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Banner role="status" icon={<IconWifiOff size={20} />}>
      You’re offline. What you see may be out of date. Changes are saved once you’re back online.
    </Banner>
  );
}
