import { Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SendCalendar } from "#src/features/email/campaigns/schedule/schedule-contract.ts";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { lazyComponent, lazyDialog } from "#src/kit/lazy.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { wallTime } from "#src/lib/time-zones.ts";
import { campaignsApi } from "../campaign-queries.ts";
import type { Item } from "./CalendarItem.tsx";
import { type Day, DayItems } from "./DayItems.tsx";

const MoveDialog = lazyDialog(async () => (await import("./RescheduleDialog.tsx")).RescheduleDialog);

const MonthGrid = lazyComponent(
  async () => (await import("./MonthGrid.tsx")).MonthGrid,
  <Skeleton h={240} radius="lg" />,
);

const MONTH = new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric", timeZone: "UTC" });
const DAY = new Intl.DateTimeFormat(LOCALE, {
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

const utc = (day: string) => new Date(`${day}T00:00Z`);

function otherMonth(month: string, by: number): string {
  const date = utc(`${month}-01`);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + by, 1)).toISOString().slice(0, 7);
}

/** Past and future campaigns: a month on a wide screen, a list on a phone. */
export function CampaignCalendar() {
  const zone = useTimeZone();
  const isWide = useMediaQuery("(min-width: 62em)", undefined, { getInitialValueInEffect: false });
  // The state is here, so that turning a phone or a campaign's progress doesn't close the dialog.
  const [moving, setMoving] = useState<Item>();
  const [isOpen, dialog] = useDisclosure(false);
  const move = (item: Item) => {
    setMoving(item);
    dialog.open();
  };
  const today = wallTime(zone, new Date()).slice(0, 10);
  const [month, setMonth] = useState(today.slice(0, 7));
  const calendar = useQuery({
    ...campaignsApi.calendar.queryOptions({ input: { month, time_zone: zone } }),
    placeholderData: keepPreviousData,
  });
  const days = daysOf(month, calendar.isPlaceholderData ? undefined : calendar.data, zone);
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" aria-live="polite">
          {MONTH.format(utc(`${month}-01`))}
        </Title>
        <Group gap="xs">
          <IconButton aria-label="Previous month" onClick={() => setMonth(otherMonth(month, -1))}>
            <IconChevronLeft size={18} />
          </IconButton>
          <IconButton aria-label="Next month" onClick={() => setMonth(otherMonth(month, 1))}>
            <IconChevronRight size={18} />
          </IconButton>
        </Group>
      </Group>
      {!calendar.data ? (
        <QueryState query={calendar} failure="We couldn’t load the calendar." height={240} />
      ) : isWide ? (
        <MonthGrid days={days} today={today} zone={zone} onMove={move} />
      ) : (
        <DayList days={days} onMove={move} />
      )}
      <Text size="xs" c="dimmed" mt="xs">{`Time zone: ${zone}`}</Text>
      {moving && <MoveDialog item={moving} opened={isOpen} onClose={dialog.close} />}
    </section>
  );
}

function daysOf(month: string, calendar: SendCalendar | undefined, zone: string): Day[] {
  const byDay = Map.groupBy(calendar?.items ?? [], ({ at }) => wallTime(zone, new Date(at)).slice(0, 10));
  const count = new Date(utc(`${otherMonth(month, 1)}-01`).getTime() - 1).getUTCDate();
  return Array.from({ length: count }, (_, index) => {
    const day = `${month}-${String(index + 1).padStart(2, "0")}`;
    const people = calendar?.conflicts.find((conflict) => conflict.day === day)?.people ?? 0;
    return { day, items: byDay.get(day) ?? [], people };
  });
}

function DayList({ days, onMove }: { days: Day[]; onMove: (item: Item) => void }) {
  const busy = days.filter(({ items }) => items.length > 0);
  if (busy.length === 0) return <Text size="sm">Nothing goes out this month.</Text>;
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {busy.map((day) => (
        <Paper key={day.day} component="li" withBorder radius="lg" p="md">
          <Text fw={600} size="sm" mb={4}>
            {DAY.format(utc(day.day))}
          </Text>
          <DayItems day={day} onMove={onMove} />
        </Paper>
      ))}
    </Stack>
  );
}
