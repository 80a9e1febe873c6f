import { Alert } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { IconWifiOff } from "@tabler/icons-react";

export function OfflineNotice() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="brass" radius={0} variant="light" role="status" icon={<IconWifiOff size={20} />} py="xs">
      You’re offline. What you see may be out of date. Changes are saved once you’re back online.
    </Alert>
  );
}
