import { Anchor, Button, Card, Group, SegmentedControl, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { OperationType } from "#src/lib/operation-types.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { Figures, Top } from "../contract.ts";
import { METRICS, type MetricName, type TopKind } from "../rules.ts";
import { figureFormat, formatBytes } from "./format-figure.ts";
import classes from "./overview.module.css";
import { instanceAnalytics } from "./overview-client.ts";

interface LargestCardProps {
  metric: MetricName;
  period: { from: string; to?: string; tz: string };
  totals: Figures["totals"];
}

/** What's behind the chosen figure: the pages, hosts or accounts with most of it, or where they're listed. */
export function LargestCard({ metric, period, totals }: LargestCardProps) {
  if (metric === "egress_saved") return <TrafficCard totals={totals} />;
  const { top } = METRICS[metric];
  if (top === undefined) return <AccountsLink metric={metric} />;
  return (
    <>
      <TopsCard key={metric} metric={metric} kind={top} period={period} />
      {metric === "egress_sent" && <TrafficCard totals={totals} />}
    </>
  );
}

/** Figures about accounts themselves: their list has the rows. */
function AccountsLink({ metric }: { metric: MetricName }) {
  const search = metric === "premium" || metric === "revenue" ? { plan: "premium" } : {};
  return (
    <Group>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to={STAFF_PATHS.users} search={search} />}
      >
        See the accounts
      </Button>
    </Group>
  );
}

const TITLES: Readonly<Record<TopKind, string>> = {
  "page.views": "Pages with the most views",
  "page.clicks": "Pages with the most clicks",
  "host.clicks": "Hosts with the most clicks",
  "account.profiles": "Accounts with the most new profiles",
  "account.links": "Accounts with the most new links",
  "account.leads": "Accounts with the most leads",
  "account.emails": "Accounts that sent the most e-mail",
  "account.egress": "Accounts with the most traffic",
};

interface TopsCardProps extends Pick<LargestCardProps, "metric" | "period"> {
  kind: TopKind;
}

function TopsCard({ metric, kind: first, period }: TopsCardProps) {
  const id = useId();
  const [kind, setKind] = useState(first);
  const input = { kind, ...period };
  const query = useQuery({
    queryKey: [...instanceAnalytics.tops.key(), kind, period.from, period.to, period.tz],
    queryFn: ({ signal }) => instanceAnalytics.tops.call(input, { signal }),
  });
  return (
    <Card component="section" aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h4" id={id}>
          {TITLES[kind]}
        </Title>
        {metric === "clicks" && (
          <SegmentedControl
            size="xs"
            aria-label="Clicks by"
            data={[
              { value: "page.clicks", label: "Pages" },
              { value: "host.clicks", label: "Hosts" },
            ]}
            value={kind}
            onChange={(value) => setKind(value as TopKind)}
          />
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        By days in UTC, up to an hour late
      </Text>
      {query.data ? (
        <TopsTable items={query.data.items} format={figureFormat(metric)} column={METRICS[metric].title} />
      ) : (
        <QueryState query={query} failure="We couldn’t load this list." height={160} />
      )}
    </Card>
  );
}

interface TopsTableProps {
  items: readonly Top[];
  format: (figure: number) => string;
  column: string;
}

export function TopsTable({ items, format, column }: TopsTableProps) {
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed" py="md">
        None in this period.
      </Text>
    );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">{column}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.key}>
            <th scope="row" className={classes.name}>
              <TopName item={item} />
            </th>
            <td>{format(item.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A page leads to itself and to its account, an account to itself. */
function TopName({ item: { key, label, account, username } }: { item: Top }) {
  const urls = usePageUrls();
  if (label === null) return <Text inherit c="dimmed">{`Deleted (${key})`}</Text>;
  if (account === null) return <>{label}</>;
  const toAccount = (text: string) => (
    <Anchor
      inherit
      renderRoot={(props) => <Link {...props} to={STAFF_PATHS.users} search={{ user: account }} />}
    >
      {text}
    </Anchor>
  );
  if (username === null) return toAccount(label);
  return (
    <>
      {toAccount(label)}{" "}
      <Anchor inherit c="dimmed" href={urls.full({ username })} target="_blank" rel="noopener">
        {`/${username}`}
      </Anchor>
    </>
  );
}

const OPERATIONS: Readonly<Record<OperationType, string>> = {
  image_optimization: "Making pictures smaller",
  cache_hit: "Pages from the cache",
  analytics_batch: "Counting views and clicks",
  storage_access: "Serving pictures",
  function_call: "Building pages",
};

/** Traffic by the kind of work that caused it. */
function TrafficCard({ totals }: { totals: Figures["totals"] }) {
  const id = useId();
  const of = (metric: MetricName, key: string) =>
    totals.find((total) => total.metric === metric && total.key === key)?.value ?? 0;
  const rows = Object.entries(OPERATIONS)
    .map(([key, label]) => ({ key, label, sent: of("egress_sent", key), saved: of("egress_saved", key) }))
    .filter(({ sent, saved }) => sent + saved > 0);
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="xs">
        Traffic by kind of work
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          None in this period.
        </Text>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Work</th>
              <th scope="col">Sent</th>
              <th scope="col">Saved</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, sent, saved }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{formatBytes(sent)}</td>
                <td>{formatBytes(saved)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
