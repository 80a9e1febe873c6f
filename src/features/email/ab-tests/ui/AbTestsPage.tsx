import "#src/kit/deferred.css";
import { Badge, Button, Stack, Text } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AbTest, LinkTest } from "#src/features/email/ab-tests/contract.ts";
import { Card } from "#src/kit/Card.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { PATHS } from "#src/lib/paths.ts";
import { SPLIT_ALARM_BELOW } from "../statistics-rules.ts";
import classes from "./AbTests.module.css";
import { abTestsApi } from "./ab-test-queries.ts";
import { formatPoints, rolloutSentence, STATE_LABELS, sentenceOf } from "./test-labels.ts";

/** `/dashboard/marketing/automation/ab-testing`: tests of e-mail with what was learned, and split links. */
export function AbTestsPage() {
  const list = useInfiniteQuery(
    abTestsApi.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
    }),
  );
  const links = useQuery(abTestsApi.links.queryOptions());
  return (
    <>
      <PageTitle title="A/B tests">What your fans respond to, and what was only chance</PageTitle>
      <Stack gap="lg">
        <PagedList
          list={list}
          failure="We couldn’t load your tests."
          empty={
            <EmptyPanel
              size="lg"
              icon={<IconFlask />}
              title="No tests yet"
              description="Write two subjects for a campaign: part of your fans get each, and the others get the better one. You find “Test versions” where you write a campaign, or an e-mail of a sequence."
            >
              <Button renderRoot={(props) => <Link {...props} to={PATHS.campaigns} search={{}} />}>
                Go to campaigns
              </Button>
            </EmptyPanel>
          }
          row={(test) => <TestRow key={test.id} test={test} />}
        />
        {links.data && links.data.items.length > 0 && <LinkTests tests={links.data.items} />}
      </Stack>
    </>
  );
}

function TestRow({ test }: { test: AbTest }) {
  const { color, label } = STATE_LABELS[test.state];
  return (
    <li className={classes.row}>
      <Link to={PATHS.abTest} params={{ id: test.id }} className={`mantine-focus-auto ${classes.words}`}>
        <span className={classes.name} dir="auto">
          {test.name}
        </span>
        <span className={classes.about}>{`${sentenceOf(test)} ${rolloutSentence(test)}`.trim()}</span>
        <span className={classes.facts}>
          <Badge component="span" size="sm" variant="light" color={color} tt="none">
            {label}
          </Badge>
          {formatDateTime(test.decided_at ?? test.started_at ?? test.created_at)}
        </span>
      </Link>
    </li>
  );
}

/** Links that lead to one of two targets. What people do there is beyond what's counted. */
function LinkTests({ tests }: { tests: readonly LinkTest[] }) {
  return (
    <Card
      title="Split links"
      text="Links that lead some visitors to one target and some to another. What they do there isn’t counted here, so compare it at the targets."
    >
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {tests.map((test) => (
          <li key={test.id}>
            <Text fw={600} size="sm" dir="auto" style={{ overflowWrap: "anywhere" }}>
              {test.title}
            </Text>
            <Text size="sm">
              {`A: ${formatNumber(test.a)} clicks, B: ${formatNumber(test.b)} clicks. You asked for ${formatPoints(test.ratio)}% and ${formatPoints(1 - test.ratio)}%.`}
            </Text>
            <Text size="sm" c="dimmed">
              {splitSentence(test)}
            </Text>
          </li>
        ))}
      </Stack>
    </Card>
  );
}

function splitSentence({ a, b, split_probability }: LinkTest): string {
  if (a + b === 0) return "Nobody has clicked it yet.";
  return split_probability < SPLIT_ALARM_BELOW
    ? "So uneven a split isn’t chance. Perhaps the share was changed on the way, or one target was down."
    : "The split is as it should be.";
}
