/** Where this device is. */
const CLOCK_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The reader's own time zone: what they chose, else their device's. */
const chosen: { zone?: string | undefined } = {};

/** Told by the shell, before anything shows a time. */
export function chooseZone(zone: string | null | undefined): void {
  chosen.zone = zone ?? undefined;
}

export function currentZone(): string {
  return chosen.zone ?? (CLOCK_ZONE || "UTC");
}
