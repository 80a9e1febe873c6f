import { Card, Group, SegmentedControl, Text, Title } from "@mantine/core";
import { useId, useState } from "react";
import { MetricHelp } from "#src/features/insights/analytics/ui/shared/MetricHelp.tsx";
import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { localizeLabel } from "#src/kit/localize-label.ts";
import type { Funnel, TimesRow } from "../../contract.ts";
import { formatDuration } from "./duration.ts";
import classes from "./funnel.module.css";

const PARTS = [
  { value: "apps", label: "Apps" },
  { value: "devices", label: "Devices" },
];

/** How long visitors take to open a first link. */
export function FirstClickCard({ times }: { times: Funnel["first_click"] }) {
  const id = useId();
  const [part, setPart] = useState("apps");
  return (
    <Card component="section" aria-labelledby={id}>
      <Group gap={4} mb="sm">
        <Title order={2} size="h4" id={id}>
          Time to the first click
        </Title>
        <MetricHelp name="first_click" />
      </Group>
      {times.visits === 0 ? (
        <Text c="dimmed" size="sm">
          Nobody opened a link after seeing the page in this period.
        </Text>
      ) : (
        <>
          <div className={classes.pairs}>
            <Figure title="Half are faster than" ms={times.median_ms} />
            <Figure title="Nine in ten are faster than" ms={times.p90_ms} />
          </div>
          <SegmentedControl
            size="xs"
            my="sm"
            aria-label="Time to the first click by"
            data={PARTS}
            value={part}
            onChange={setPart}
          />
          <TimesTable isByApp={part === "apps"} rows={part === "apps" ? times.apps : times.devices} />
        </>
      )}
    </Card>
  );
}

function Figure({ title, ms }: { title: string; ms: number | null }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <div className={classes.figure}>{formatDuration(ms)}</div>
    </div>
  );
}

function TimesTable({ isByApp, rows }: { isByApp: boolean; rows: readonly TimesRow[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{isByApp ? "App" : "Device"}</th>
          <th scope="col">Visits</th>
          <th scope="col">Median</th>
          <th scope="col">90%</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, visits, median_ms, p90_ms }) => (
          <tr key={key}>
            <th scope="row">{isByApp && key === "" ? "Not in an app" : localizeLabel(label)}</th>
            <td>{formatCount(visits)}</td>
            <td>{formatDuration(median_ms)}</td>
            <td>{formatDuration(p90_ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
