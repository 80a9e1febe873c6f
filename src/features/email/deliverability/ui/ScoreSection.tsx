import { Badge, List, ScrollArea, Stack, Table, Text } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Card } from "#src/kit/Card.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { Scores } from "../score/score-contract.ts";
import type { ScoreTestName } from "../score/score-rules.ts";
import classes from "./deliverability.module.css";
import { deliverability } from "./deliverability-client.ts";

type DomainScore = Scores["domains"][number];

const LABELS: Readonly<Record<ScoreTestName, string>> = {
  dkim: "DKIM",
  spf: "SPF",
  dmarc: "DMARC",
  unsubscribe: "One-click unsubscribe",
  blocklists: "Blocklists",
  reverse_dns: "Reverse DNS",
  tls: "TLS",
  mx: "MX",
  return_path: "Return path",
  complaints: "Complaints",
  bounces: "Hard bounces",
  deferrals: "Deferrals",
  engagement: "Engagement",
  addresses: "Addresses",
};
const NUMBER = new Intl.NumberFormat(LOCALE);
const GOOD_FROM = 80;
const FAIR_FROM = 50;
const POINTS_ALL = 100;

/** The score of each sender's domain, what it's made of, and what wins most. */
export function ScoreSection() {
  const query = useQuery(deliverability.score.queryOptions({}));
  const { data } = query;
  return (
    <Card
      title="Score"
      text="Every point is one of the tests below, and nothing else counts. What can’t be judged yet costs nothing: the score is what you have of the points that could be judged."
    >
      {!data ? (
        <QueryState query={query} failure="We couldn’t work out your score." height={160} />
      ) : (
        <ul className={classes.checks}>
          {data.domains.map((domain) => (
            <DomainRow key={domain.host} domain={domain} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function DomainRow({ domain }: { domain: DomainScore }) {
  const { host, score, tests, steps } = domain;
  const judged = tests.reduce((sum, { points, possible }) => sum + (points === null ? 0 : possible), 0);
  const color = score === null ? "gray" : score >= GOOD_FROM ? "teal" : score >= FAIR_FROM ? "yellow" : "red";
  return (
    <li className={classes.score}>
      <div className={classes.head}>
        <Text span fw={600}>
          {host}
        </Text>
        <Badge size="lg" variant="light" color={color}>
          {score === null ? "Not enough to say" : `${score} of 100`}
        </Badge>
      </div>
      {score !== null && judged < POINTS_ALL && (
        <Text size="sm" c="dimmed" mt={4}>
          Judged so far: {judged} of 100 points
        </Text>
      )}
      {steps.length > 0 && (
        <Stack gap={4} mt="xs">
          <Text size="sm">{steps.length === 1 ? "What wins points:" : "What wins most points:"}</Text>
          <List size="sm" type="ordered" className={classes.examples}>
            {steps.map((name) => (
              <Step key={name} test={tests.find((test) => test.name === name)} />
            ))}
          </List>
        </Stack>
      )}
      <details className={classes.check}>
        <summary>
          <IconChevronRight size={18} className={classes.chevron} aria-hidden />
          <Text span size="sm">
            All tests and their points
          </Text>
        </summary>
        <TestsTable host={host} tests={tests} />
      </details>
    </li>
  );
}

function Step({ test }: { test: DomainScore["tests"][number] | undefined }) {
  if (!test) return null;
  const { name, points, possible, why } = test;
  const won = possible - (points ?? 0);
  return (
    <List.Item>
      <b>
        {LABELS[name]}, {plural(won, "point")}
      </b>
      : {why}
    </List.Item>
  );
}

function TestsTable({ host, tests }: { host: string; tests: DomainScore["tests"] }) {
  return (
    <ScrollArea.Autosize
      type="auto"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": `Points of ${host}` }}
    >
      <Table fz="sm" verticalSpacing={6} horizontalSpacing={6} mb="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Test</Table.Th>
            <Table.Th scope="col" ta="right">
              Points
            </Table.Th>
            <Table.Th scope="col">Why</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tests.map(({ name, points, possible, why }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500} style={{ minWidth: 84 }}>
                {LABELS[name]}
              </Table.Th>
              <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
                {points === null ? "–" : `${NUMBER.format(points)} of ${possible}`}
              </Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{why}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
