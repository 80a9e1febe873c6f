import { useMe } from "./account-queries.ts";

export const DEVICE_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The person's time zone, which decides when hours and days start. */
export function useTimeZone(): string {
  return useMe()?.time_zone ?? DEVICE_TIME_ZONE;
}
