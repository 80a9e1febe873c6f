import { Button, Card, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { LiveViewProps } from "#src/features/insights/analytics/ui/shared/analytics-slots.ts";
import { MetricHelp } from "#src/features/insights/analytics/ui/shared/MetricHelp.tsx";
import { WorldMap } from "#src/features/insights/analytics/ui/shared/map/WorldMap.tsx";
import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { clientFor } from "#src/kit/api.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { localizeCountry, localizeLabel } from "#src/kit/localize-label.ts";
import { plural } from "#src/kit/plural.ts";
import { type LiveSpan, type LiveView, liveViewContract } from "../../contract.ts";
import { ASK_EVERY_MS } from "../../rules.ts";
import classes from "./live-view.module.css";

const liveView = clientFor("liveView", liveViewContract);

/** Who's on the page right now. Nothing is asked for while it's closed. */
export function LiveViewCard(props: LiveViewProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card component="section" aria-labelledby={id} mb="sm">
      <Group justify="space-between" gap="xs">
        <Group gap={4}>
          <Title order={2} size="h4" id={id}>
            Right now
          </Title>
          <MetricHelp name="live" />
        </Group>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={`${id}-now`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide" : "Watch"}
        </Button>
      </Group>
      <div id={`${id}-now`}>{isOpen && <Now {...props} />}</div>
    </Card>
  );
}

function Now({ profileId, queryKey, onCountry }: LiveViewProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, "now"],
    queryFn: ({ signal }) => liveView.read.call({ id: profileId }, { signal }),
    refetchInterval: ASK_EVERY_MS,
    gcTime: 0,
  });
  if (!data) {
    if (error === null) return <Skeleton h={120} mt="sm" />;
    return (
      <ErrorPanel
        error={error}
        fallback="What’s happening right now didn’t load."
        onRetry={() => void refetch()}
      />
    );
  }
  const last = data.spans.at(-1);
  if (!last) return null;
  return (
    <Stack mt="sm" gap="md">
      <div className={classes.spans} aria-live="polite">
        {data.spans.map((span) => (
          <SpanFigure key={span.minutes} span={span} />
        ))}
      </div>
      {last.countries.length > 0 && <WorldMap countries={last.countries} onCountry={onCountry} />}
      <Lists pages={data.pages} span={last} profileId={profileId} />
      <Text size="xs" c="dimmed">
        Lists and map: the last 30 minutes.
      </Text>
    </Stack>
  );
}

const SPAN_TITLES: Record<LiveSpan["minutes"], string> = { 5: "Last 5 minutes", 30: "Last 30 minutes" };

function SpanFigure({ span: { minutes, visits, views, clicks } }: { span: LiveSpan }) {
  return (
    <section aria-label={SPAN_TITLES[minutes]}>
      <Text size="sm" c="dimmed">
        {SPAN_TITLES[minutes]}
      </Text>
      <div className={classes.figure}>{plural(visits, "visit")}</div>
      <Text size="sm" c="dimmed">
        {plural(views, "view")}, {plural(clicks, "click")}
      </Text>
    </section>
  );
}

const DELETED: Readonly<Record<string, string>> = { "Deleted link": "Deleted link" };

interface ListsProps {
  pages: LiveView["pages"];
  span: LiveSpan;
  profileId: string;
}

function Lists({ pages, span: { links, apps, countries }, profileId }: ListsProps) {
  const isElsewhere = pages.some(({ id }) => id !== profileId);
  return (
    <div className={classes.lists}>
      {isElsewhere && (
        <List
          title="Your pages"
          rows={pages.map(({ id, name, last_30 }) => ({ key: id, text: name, count: last_30 }))}
        />
      )}
      <List
        title="Links opened"
        rows={links.map(({ key, label, clicks }) => ({ key, text: DELETED[label] ?? label, count: clicks }))}
      />
      <List
        title="In-app browsers"
        rows={apps.map(({ key, label, visits }) => ({ key, text: localizeLabel(label), count: visits }))}
      />
      <List
        title="Countries"
        rows={countries.map(({ key, label, visits }) => ({
          key,
          text: localizeCountry(key, label),
          count: visits,
        }))}
      />
    </div>
  );
}

const ROWS_MAX = 8;

interface ListProps {
  title: string;
  rows: readonly { key: string; text: string; count: number }[];
}

function List({ title, rows }: ListProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={3} size="h6">
        {title}
      </Title>
      <ul className={classes.list}>
        {rows.slice(0, ROWS_MAX).map(({ key, text, count }) => (
          <li key={key}>
            <span title={text}>{text}</span>
            <span>{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
