import { Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconAlertTriangle, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useZone } from "#src/features/accounts/ui/shared/use-zone.ts";
import type { SendCalendar } from "#src/features/campaigns/timing-contract.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { firstDayOfWeek, LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import { dialogWhenNeeded } from "#src/kit/when-needed.tsx";
import { wallTime } from "#src/lib/zoned.ts";
import { CalendarItem, type Item } from "./CalendarItem.tsx";
import classes from "./CampaignCalendar.module.css";
import { campaignsApi } from "./campaign-queries.ts";
import { weekdayName } from "./when-form.ts";

const MoveDialog = dialogWhenNeeded(async () => (await import("./MoveDialog.tsx")).MoveDialog);

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

/** What went out and what will: a month on a wide screen, a list on a phone. */
export function CampaignCalendar() {
  const zone = useZone();
  const isWide = useMediaQuery("(min-width: 62em)", undefined, { getInitialValueInEffect: false });
  // Here, so that turning a phone or a campaign that moves on doesn’t close the dialog.
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
      {!calendar.data && calendar.error ? (
        <LoadFailure
          error={calendar.error}
          fallback="We couldn’t load the calendar."
          onRetry={() => void calendar.refetch()}
        />
      ) : !calendar.data ? (
        <Skeleton h={240} radius="lg" />
      ) : isWide ? (
        <MonthGrid days={days} today={today} onMove={move} />
      ) : (
        <DayList days={days} onMove={move} />
      )}
      {moving && <MoveDialog item={moving} opened={isOpen} onClose={dialog.close} />}
    </section>
  );
}

interface Day {
  day: string;
  items: SendCalendar["items"];
  people: number;
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

interface DaysProps {
  days: Day[];
  onMove: (item: Item) => void;
}

function MonthGrid({ days, today, onMove }: DaysProps & { today: string }) {
  const first = firstDayOfWeek(LOCALE);
  const [start] = days;
  const before = start ? (utc(start.day).getUTCDay() - first + 7) % 7 : 0;
  const cells = [...Array.from({ length: before }, () => undefined), ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, index) =>
    cells.slice(index * 7, index * 7 + 7),
  );
  return (
    <table className={classes.grid}>
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, index) => (first + index) % 7).map((day) => (
            <th key={day} scope="col">
              {weekdayName(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((cell) => cell)?.day}>
            {Array.from({ length: 7 }, (_, index) => week[index]).map((cell, index) =>
              cell ? (
                <td key={cell.day} data-today={cell.day === today || undefined}>
                  <Text size="xs" c="dimmed" mb={4}>
                    {Number(cell.day.slice(8))}
                  </Text>
                  <Items day={cell} onMove={onMove} />
                </td>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: blank places have nothing else
                <td key={index} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayList({ days, onMove }: DaysProps) {
  const busy = days.filter(({ items }) => items.length > 0);
  if (busy.length === 0) return <Text size="sm">Nothing goes out this month.</Text>;
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {busy.map((day) => (
        <Paper key={day.day} component="li" withBorder radius="lg" p="md">
          <Text fw={600} size="sm" mb={4}>
            {DAY.format(utc(day.day))}
          </Text>
          <Items day={day} onMove={onMove} />
        </Paper>
      ))}
    </Stack>
  );
}

function Items({ day: { items, people }, onMove }: { day: Day } & Pick<DaysProps, "onMove">) {
  if (items.length === 0) return null;
  return (
    <>
      <ul className={classes.items}>
        {items.map((item) => (
          <CalendarItem key={item.campaign_id + item.at} item={item} onMove={onMove} />
        ))}
      </ul>
      {people > 0 && (
        <Group gap={4} wrap="nowrap" mt={6} align="start">
          <IconAlertTriangle size={14} aria-hidden style={{ flexShrink: 0 }} />
          <Text size="xs">{`${plural(people, "person gets", "people get")} two e-mails`}</Text>
        </Group>
      )}
    </>
  );
}
