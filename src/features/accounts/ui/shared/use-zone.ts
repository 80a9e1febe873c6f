import { useMe } from "./account-queries.ts";

/** Where this device is. */
export const DEVICE_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The person's time zone, which decides when hours and days start. */
export function useZone(): string {
  return useMe()?.time_zone ?? DEVICE_ZONE;
}
