const CLOCK_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The reader's own time zone: the one they chose, or else their device's. */
const chosen: { zone?: string | undefined } = {};

/** Called by the shell before anything shows a time. */
export function chooseZone(zone: string | null | undefined): void {
  chosen.zone = zone ?? undefined;
}

export function currentZone(): string {
  return chosen.zone ?? (CLOCK_ZONE || "UTC");
}
