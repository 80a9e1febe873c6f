import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import "@mantine/dates/styles.css";
import { DatePickerInput } from "@mantine/dates";
import { useMediaQuery } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { useId, useState } from "react";
import { CALENDAR_LABELS } from "#src/kit/calendar-labels.ts";
import { calendarLocale } from "#src/kit/calendar-locale.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { dateIn, earliestDate, type PeriodSearch } from "./period.ts";

interface CustomPeriodProps {
  from: string;
  to: string;
  onPeriod: (period: PeriodSearch) => void;
}

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone: "UTC" });

/** Any two dates. Nothing changes until both are picked. */
export function CustomPeriod({ from, to, onPeriod }: CustomPeriodProps) {
  const phone = useMediaQuery("(max-width: 48em)");
  const [picking, setPicking] = useState<[string | null, string | null]>();
  const id = useId();
  const zone = useTimeZone();
  const now = new Date();
  const days = picking ?? [from, to];
  const shown = days.map((day) => (day === null ? "" : DAY.format(new Date(day)))).join(" – ");
  return (
    <DatePickerInput
      type="range"
      aria-label={`First and last day: ${shown}`}
      size="sm"
      miw={230}
      leftSection={<IconCalendar size={16} />}
      dropdownType={phone ? "modal" : "popover"}
      id={id}
      // Names the popover after the field.
      popoverProps={{ id }}
      modalProps={{ title: "First and last day" }}
      ariaLabels={CALENDAR_LABELS}
      {...calendarLocale()}
      hideOutsideDates
      allowSingleDateInRange
      minDate={earliestDate(now, zone)}
      maxDate={dateIn(zone, now)}
      valueFormatter={() => shown}
      value={days}
      onChange={([first, last]) => {
        const whole = first !== null && last !== null;
        setPicking(whole ? undefined : [first, last]);
        if (whole) onPeriod({ period: "custom", from: first, to: last });
      }}
      onDropdownClose={() => setPicking(undefined)}
    />
  );
}
