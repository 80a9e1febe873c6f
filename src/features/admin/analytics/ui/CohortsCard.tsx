import { Card, ScrollArea, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useId } from "react";
import { formatCount, formatRate } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { Cohort } from "../contract.ts";
import { COHORT_WEEKS } from "../rules.ts";
import classes from "./overview.module.css";
import { instanceAnalytics } from "./overview-client.ts";

const DAY = new Intl.DateTimeFormat(LOCALE, { month: "short", day: "numeric", timeZone: "UTC" });
/** White letters are read best on what's darker than this. */
const DARK_SHARE = 0.55;

/** Who comes back, week by week after their sign-up. */
export function CohortsCard() {
  const id = useId();
  const query = useQuery(instanceAnalytics.retention.queryOptions());
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        Who comes back
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Of those who signed up in a week (UTC), who was active in it and in those after it
      </Text>
      {query.data ? (
        <Cohorts items={query.data.items} />
      ) : (
        <QueryState query={query} failure="We couldn’t load the weeks." height={240} />
      )}
    </Card>
  );
}

function Cohorts({ items }: { items: readonly Cohort[] }) {
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nobody signed up in the last {COHORT_WEEKS} weeks.
      </Text>
    );
  const weeks = Math.max(...items.map(({ active }) => active.length));
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Who comes back, by week" }}>
      <table className={classes.cohorts}>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Sign-ups</th>
            {Array.from({ length: weeks }, (_, week) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number
              <th key={week} scope="col">
                +{week}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((cohort) => (
            <tr key={cohort.week}>
              <th scope="row">{DAY.format(new Date(`${cohort.week}T00:00Z`))}</th>
              <th>{formatCount(cohort.accounts)}</th>
              {cohort.active.map((active, week) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number
                <Cell key={week} active={active} of={cohort.accounts} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** Nothing where it wasn't counted yet. */
function Cell({ active, of }: { active: number | null; of: number }) {
  if (active === null || of === 0) return <td>–</td>;
  const share = Math.min(1, active / of);
  return (
    <td
      style={{ "--share": `${Math.round(share * 100)}%` } as CSSProperties}
      data-dark={share > DARK_SHARE || undefined}
    >
      {formatRate(share)}
    </td>
  );
}
