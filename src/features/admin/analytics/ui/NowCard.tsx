import { Card, Group, SimpleGrid, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { localizeCountry } from "#src/kit/localize-label.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { Now } from "../contract.ts";
import { TopsTable } from "./LargestCard.tsx";
import classes from "./overview.module.css";
import { instanceAnalytics } from "./overview-client.ts";

const ASK_EVERY_MS = 10_000;
const ROWS_SHOWN = 5;

/** What visitors do right now, on all pages. */
export function NowCard() {
  const id = useId();
  const query = useQuery({ ...instanceAnalytics.now.queryOptions(), refetchInterval: ASK_EVERY_MS });
  return (
    <Card component="section" aria-labelledby={id}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id={id}>
          In the last half hour
        </Title>
        {query.data && (
          <Text size="sm">
            {plural(query.data.views, "view")} · {plural(query.data.clicks, "click")}
          </Text>
        )}
      </Group>
      {query.data ? (
        query.data.views > 0 && <Busiest now={query.data} />
      ) : (
        <QueryState query={query} failure="We couldn’t load what happens now." height={40} />
      )}
    </Card>
  );
}

function Busiest({ now: { pages, countries } }: { now: Now }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="xs" style={{ alignItems: "start" }}>
      <TopsTable items={pages.slice(0, ROWS_SHOWN)} format={formatCount} column="Views" />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Country</th>
            <th scope="col">Views</th>
          </tr>
        </thead>
        <tbody>
          {countries.slice(0, ROWS_SHOWN).map(({ key, label, views }) => (
            <tr key={key}>
              <th scope="row">{localizeCountry(key, label)}</th>
              <td>{formatCount(views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SimpleGrid>
  );
}
