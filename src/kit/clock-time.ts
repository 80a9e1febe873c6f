/** Where this device is. */
export const CLOCK_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment as the field for date and time takes it: this device's clock, to the minute. */
export function clockTime(at: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What the field for date and time holds, or undefined while that's no moment. */
export function momentOf(clock: string): string | undefined {
  const moment = new Date(clock);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
