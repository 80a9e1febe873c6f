import "#src/kit/deferred.css";
import { Anchor, Button, Stack, Text } from "@mantine/core";
import { IconActivity } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AutomationOverview } from "#src/features/email/automations/contract.ts";
import { Card } from "#src/kit/Card.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { RunItem } from "../runs/RunItem.tsx";
import { automationsApi } from "../shared/automation-queries.ts";
import { useRuleCatalog } from "../shared/use-rule-catalog.ts";
import { HoursChart } from "./HoursChart.tsx";
import { ItemsCard } from "./ItemsCard.tsx";
import classes from "./Overview.module.css";
import { latencyWords } from "./overview-words.ts";

const LOOK_MS = 10_000;

/** `/dashboard/marketing/automation`: what runs by itself, what waits, and what failed. */
export function AutomationPage() {
  const query = useQuery({ ...automationsApi.overview.queryOptions({}), refetchInterval: LOOK_MS });
  const data: AutomationOverview | undefined = query.data;
  return (
    <>
      <PageTitle title="Automation">What happens by itself: sequences, rules, and tests</PageTitle>
      {!data && <QueryState query={query} failure="We couldn’t load what runs." height={360} />}
      {data?.items.length === 0 && (
        <EmptyPanel
          size="lg"
          icon={<IconActivity />}
          title="Nothing runs by itself yet"
          description="Greet every new fan with a welcome sequence, or start from a ready-made rule, such as one that thanks whoever buys."
        >
          <Button
            renderRoot={(props) => <Link {...props} to={PATHS.sequences} search={{ open: "create" }} />}
          >
            New sequence
          </Button>
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to={PATHS.rules} search={{ open: "create" }} />}
          >
            New rule
          </Button>
        </EmptyPanel>
      )}
      {data && data.items.length > 0 && <Overview data={data} />}
    </>
  );
}

function Overview({ data }: { data: AutomationOverview }) {
  const { ran, failed, waiting, inside, hours, latency, items } = data;
  const tiles = [
    { label: "Runs", value: ran },
    { label: "Failed", value: failed, isBad: failed > 0 },
    { label: "Waiting now", value: waiting },
    { label: "People in sequences", value: inside },
  ];
  return (
    <Stack>
      <Card title="Last 24 hours" {...(latency !== null && { text: latencyWords(latency) })}>
        <dl className={classes.tiles}>
          {tiles.map(({ label, value, isBad }) => (
            <div key={label} className={classes.tile} data-bad={isBad || undefined}>
              <dt>{label}</dt>
              <dd>{formatNumber(value)}</dd>
            </div>
          ))}
        </dl>
        <HoursChart hours={hours} />
      </Card>
      <Failures data={data} />
      <ItemsCard items={items} />
    </Stack>
  );
}

/** The newest runs that failed, to try again. */
function Failures({ data: { failures } }: { data: AutomationOverview }) {
  const { catalog } = useRuleCatalog();
  if (failures.length === 0 || !catalog) return null;
  return (
    <Card
      title="Failed lately"
      text="What’s been done isn’t done again. Each goes on from the action that failed."
      action={
        <Text size="sm">
          <Anchor inherit renderRoot={(props) => <Link {...props} to={PATHS.rules} />}>
            All rules
          </Anchor>
        </Text>
      }
    >
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label="Failed runs">
        {failures.map((run) => (
          <RunItem key={run.id} run={run} actions={[]} catalog={catalog} showsRule />
        ))}
      </Stack>
    </Card>
  );
}
