import "#src/kit/deferred.css";
import { Alert, Anchor, Badge, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { AbTest } from "#src/features/email/ab-tests/contract.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { PATHS } from "#src/lib/paths.ts";
import classes from "./AbTests.module.css";
import { abTestsApi } from "./ab-test-queries.ts";
import { TestActions } from "./TestActions.tsx";
import { formatPoints, METRIC_LABELS, rolloutSentence, STATE_LABELS, sentenceOf } from "./test-labels.ts";
import { VersionResults } from "./VersionResults.tsx";

const TestCurve = lazyComponent(
  async () => (await import("./TestCurve.tsx")).TestCurve,
  <Skeleton h={220} />,
);

const LOOK_MS = 30_000;

/** `/dashboard/marketing/automation/ab-testing/{id}` */
export function AbTestPage() {
  const { id } = useParams({ from: `/shell${PATHS.abTest}` });
  const query = useQuery(
    abTestsApi.get.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => (state.data?.state === "collecting" ? LOOK_MS : false),
    }),
  );
  return (
    <>
      <BackLink to={PATHS.abTests}>All tests</BackLink>
      {query.data ? (
        <Loaded test={query.data} />
      ) : (
        <>
          <PageTitle title="A/B test" />
          <QueryState query={query} failure="We couldn’t load this test." height={320} />
        </>
      )}
    </>
  );
}

function Loaded({ test }: { test: AbTest }) {
  const { color, label } = STATE_LABELS[test.state];
  return (
    <>
      <PageTitle title={test.name} actions={<TestActions test={test} />}>
        <Badge variant="light" color={color} role="status">
          {label}
        </Badge>
      </PageTitle>
      <Stack className={classes.colors} gap="lg">
        {test.split_alarmed_at !== null && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} />} role="alert">
            The versions’ numbers of people can’t be chance, so something kept people out of one of them.
            Don’t rely on this result.
          </Alert>
        )}
        <Card title="Result" text={METRIC_LABELS[test.metric]}>
          <div>
            <Text fw={600}>{sentenceOf(test)}</Text>
            <Text size="sm">{rolloutSentence(test)}</Text>
            <Text size="sm" c="dimmed">
              {timeSentence(test)}
            </Text>
          </div>
          <VersionResults test={test} />
          {test.started_at !== null && <TestCurve test={test} />}
        </Card>
        {test.figures?.effect && <EffectCard effect={test.figures.effect} />}
        {test.campaign_id !== null && (
          <Anchor
            size="sm"
            w="fit-content"
            renderRoot={(props) => (
              <Link {...props} to={PATHS.campaigns} search={{ campaign: test.campaign_id ?? "" }} />
            )}
          >
            See the campaign
          </Anchor>
        )}
      </Stack>
    </>
  );
}

function timeSentence({ state, started_at, decide_at, decided_at }: AbTest): string {
  if (started_at === null) return "";
  const started = formatDateTime(started_at);
  if (state === "collecting")
    return `Started ${started}. It’s decided once there’s a winner, at the latest ${formatDateTime(decide_at ?? "")}.`;
  return `Started ${started}, ended ${formatDateTime(decided_at ?? "")}.`;
}

type Effect = NonNullable<NonNullable<AbTest["figures"]>["effect"]>;

/** What the e-mail itself changes, by those who got none. */
function EffectCard({ effect }: { effect: Effect }) {
  return (
    <Card
      title="With and without the e-mail"
      text={`${plural(effect.held_out, "person", "people")} got nothing, so that you see what the e-mail itself changes. Orders count for 5 days.`}
    >
      <Text size="sm">
        {`With it, ${plural(effect.mailed_ordered, "person", "people")} of ${effect.mailed} ordered; without it, ${effect.held_out_ordered} of ${effect.held_out}.`}
      </Text>
      <Text size="sm">{effectSentence(effect)}</Text>
    </Card>
  );
}

function effectSentence({ interval }: Effect): string {
  if (interval === null) return "Nobody has ordered yet.";
  const [low, high] = [formatPoints(interval.low), formatPoints(interval.high)];
  if (interval.low > 0) return `The e-mail sells: of 100 people, ${low} to ${high} more ordered.`;
  if (interval.high < 0) return "With the e-mail, fewer people ordered.";
  return `That can still be chance: of 100 people, from ${low} to ${high} more ordered.`;
}
