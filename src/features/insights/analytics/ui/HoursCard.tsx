import { Card, Group, Text, Title, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useId } from "react";
import { LOCALE } from "#src/kit/locale.ts";
import { HOUR_MS } from "#src/lib/time.ts";
import type { HoursOfWeek } from "../contract.ts";
import { analytics } from "./analytics-client.ts";
import classes from "./hours.module.css";
import { MetricHelp } from "./shared/MetricHelp.tsx";
import { formatCount } from "./shared/numbers.ts";
import { analyticsKey, type Question, questionInput } from "./use-analytics.ts";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Every third hour has a name, as far as there’s room. */
const NAMED_EVERY = 3;
/** The figures of whole weeks hardly change while one looks. */
const STALE_MS = 60_000;

/** A Monday, from which weekdays and hours get their names. */
const MONDAY = Date.UTC(2024, 0, 1);
const named = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: "UTC" });
  return (weekday: number, hour: number) => format.format(MONDAY + ((weekday - 1) * 24 + hour) * HOUR_MS);
};
const shortDay = named({ weekday: "short" });
const longDay = named({ weekday: "long" });
const hourName = named({ hour: "numeric" });

/** When people come: views, or clicks where a link is all that’s asked for, by weekday and hour. */
export function HoursCard({ question }: { question: Question }) {
  const id = useId();
  const { profileId: _, ...rest } = question;
  const { data } = useQuery({
    queryKey: [...analytics.hours.key(), ...analyticsKey(question.profileId), rest],
    queryFn: ({ signal }) => analytics.hours.call(questionInput(question, new Date()), { signal }),
    staleTime: STALE_MS,
    retry: false,
  });
  if (!data || data.hours.length === 0) return null;
  const counts = new Map(data.hours.map((row) => [row.weekday * 24 + row.hour, row]));
  const measure = (row?: HoursOfWeek["hours"][number]) => (row ? row.views + row.clicks : 0);
  const most = data.hours.reduce((best, row) => (measure(row) > measure(best) ? row : best));
  const day = longDay(most.weekday, most.hour);
  const hour = hourName(most.weekday, most.hour);
  return (
    <Card component="section" aria-labelledby={id}>
      <Group gap={4}>
        <Title order={2} size="h4" id={id}>
          Hours of the week
        </Title>
        <MetricHelp name="hours" />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        Most happens on {day} at {hour}.
      </Text>
      <table className={classes.hours}>
        <thead>
          <tr>
            <td />
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                <span aria-hidden="true">{hour % NAMED_EVERY === 0 ? hourName(1, hour) : ""}</span>
                <VisuallyHidden>{hourName(1, hour)}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{shortDay(weekday, 0)}</th>
              {HOURS.map((hour) => {
                const count = measure(counts.get(weekday * 24 + hour));
                const style = { "--share": count / measure(most) } as CSSProperties;
                return (
                  <td key={hour} style={style} title={titleOf(weekday, hour, count)}>
                    <VisuallyHidden>{formatCount(count)}</VisuallyHidden>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="xs" c="dimmed" mt="xs">
        Views and clicks. Time zone: {question.zone.replaceAll("_", " ")}
      </Text>
    </Card>
  );
}

function titleOf(weekday: number, hour: number, count: number): string {
  return `${longDay(weekday, hour)}, ${hourName(weekday, hour)}: ${formatCount(count)}`;
}
