import { Button, Code, Progress, Stack, Text } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChainCheck } from "#src/features/instance/audit/chain/chain-contract.ts";
import { PROBLEM_LABELS, type ProblemKind } from "#src/features/instance/audit/chain/check-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { chainApi } from "./log-queries.ts";

const LOOK_AGAIN_MS = 1000;

/** The chain over all events: how far it goes, and whether anybody broke it. */
export function ChainCard() {
  const queries = useQueryClient();
  const query = useQuery({
    ...chainApi.chain.queryOptions(),
    refetchInterval: ({ state }) => (isRunning(state.data?.checks[0]) ? LOOK_AGAIN_MS : false),
  });
  const start = useMutation({
    mutationFn: () => chainApi.startCheck.call({}),
    onSuccess: () => queries.invalidateQueries({ queryKey: chainApi.chain.key() }),
    onError: (error) => toastError(error, "The check didn’t start. Try again."),
  });
  if (!query.data) return <QueryState query={query} failure="We couldn’t load the chain." height={120} />;
  const { head, sealed_until, purged, checks } = query.data;
  const [last] = checks;
  return (
    <Card
      title="Proof"
      text="Each event is sealed together with the one before, so that a check finds what was changed, removed, added or moved since."
      action={
        <Button
          variant="light"
          leftSection={<IconShieldCheck size={18} />}
          disabled={!head}
          loading={start.isPending || isRunning(last)}
          onClick={() => start.mutate()}
        >
          Check it
        </Button>
      }
    >
      {head && sealed_until ? (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {plural(head.position - purged, "seal")}, until {formatDateTime(sealed_until)}. Keep this somewhere
          else to prove later that nothing before it was rewritten:{" "}
          <Code>{`${head.position} ${head.hash}`}</Code>
        </Text>
      ) : (
        <Text size="sm" c="dimmed">
          Nothing is sealed yet. That takes a minute or two.
        </Text>
      )}
      {last && (
        <div role="status">
          <Check check={last} />
        </div>
      )}
    </Card>
  );
}

const isRunning = (check: ChainCheck | undefined) => check?.ended_at === null;

function Check({ check }: { check: ChainCheck }) {
  const { ended_at, done, total, problem_count, problems } = check;
  if (ended_at === null)
    return (
      <Stack gap={4}>
        <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label="Checked so far" />
        <Text size="sm" c="dimmed">
          {formatNumber(done)} of {formatNumber(total)} checked
        </Text>
      </Stack>
    );
  if (problem_count === 0)
    return (
      <Text size="sm" fw={600} c="teal">
        Nothing wrong with {plural(done, "seal")}, {formatDateTime(ended_at)}
      </Text>
    );
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600} c="red">
        {plural(problem_count, "problem")} found, {formatDateTime(ended_at)}
      </Text>
      <ul style={{ margin: 0, paddingInlineStart: "1.25rem", overflowWrap: "anywhere" }}>
        {problems.map((problem) => (
          <li key={`${problem.kind} ${problem.position} ${problem.event_id}`}>
            <Text size="sm">{PROBLEM_LABELS[problem.kind as ProblemKind]}</Text>
            <Text size="xs" c="dimmed">
              {factsOf(problem)}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function factsOf({ position, event, event_id, time }: ChainCheck["problems"][number]): string {
  const place = position === null ? "" : `Place ${formatNumber(position)}`;
  return [place, event, time && formatDateTime(time), event_id].filter(Boolean).join(" · ");
}
