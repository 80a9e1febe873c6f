import { Card, Group, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { FigureCardsProps } from "#src/features/insights/analytics/ui/shared/analytics-slots.ts";
import { MetricHelp } from "#src/features/insights/analytics/ui/shared/MetricHelp.tsx";
import { formatCount, formatRate } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { ReturningFans } from "../../contract.ts";
import classes from "./funnel.module.css";
import { funnel } from "./funnel-client.ts";

const STALE_MS = 60_000;

/** How many of the page's fans came back. */
export function ReturningCard({ input, queryKey }: FigureCardsProps) {
  const id = useId();
  const query = useQuery({
    queryKey: [...funnel.returning.key(), ...queryKey],
    queryFn: ({ signal }) => {
      const { id, from, to, tz } = input();
      return funnel.returning.call({ id, from, to, tz }, { signal });
    },
    staleTime: STALE_MS,
    retry: false,
  });
  const { data } = query;
  if (!data) return <QueryState query={query} failure="Returning fans didn’t load." height={200} />;
  return (
    <Card component="section" aria-labelledby={id}>
      <Group gap={4} mb="sm">
        <Title order={2} size="h4" id={id}>
          Returning fans
        </Title>
        <MetricHelp name="returning" />
      </Group>
      <Fans {...data} />
    </Card>
  );
}

function Fans({ fans, returned, by_email, by_sign_up }: ReturningFans) {
  if (fans === 0) {
    return (
      <Text c="dimmed" size="sm">
        Nobody has signed up on this page yet. Whoever does can be recognized when they come back.
      </Text>
    );
  }
  return (
    <>
      <div className={classes.figure}>{formatCount(returned)}</div>
      <Text size="sm" c="dimmed" mb="sm">
        {formatRate(returned / fans)} of {plural(fans, "fan")} who had signed up on this page
      </Text>
      {returned > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">How they came back</th>
              <th scope="col">Fans</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">By a link in an e-mail</th>
              <td>{formatCount(by_email)}</td>
            </tr>
            <tr>
              <th scope="row">By signing up once more</th>
              <td>{formatCount(by_sign_up)}</td>
            </tr>
          </tbody>
        </table>
      )}
    </>
  );
}
