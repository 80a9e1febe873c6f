import { Alert, List, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { CampaignCheck } from "#src/features/campaigns/check-contract.ts";
import type { Campaign } from "#src/features/campaigns/contract.ts";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { plural } from "#src/kit/plural.ts";
import { ApprovalStep } from "./ApprovalStep.tsx";
import { campaignsApi } from "./campaign-queries.ts";
import { SendButton } from "./SendButton.tsx";
import { Waves } from "./Waves.tsx";
import type { When } from "./when-form.ts";

interface CheckStepProps {
  campaign: Campaign;
  when: When;
}

/** Who would get it and what's in the way, and the button that sends it. */
export function CheckStep({ campaign, when }: CheckStepProps) {
  const { id, updated_at } = campaign;
  const check = useQuery({
    ...campaignsApi.check.queryOptions({ input: { id } }),
    queryKey: [...campaignsApi.check.key({ input: { id } }), updated_at],
    staleTime: 0,
  });
  if (!check.data && check.error)
    return (
      <LoadFailure
        error={check.error}
        fallback="We couldn’t check the campaign."
        onRetry={() => void check.refetch()}
      />
    );
  if (!check.data) return <Skeleton h={160} radius="lg" />;
  return (
    <Stack>
      <Paper withBorder radius="lg" p="md">
        <Text fw={600} role="status">
          {`Goes to ${plural(check.data.recipients, "person", "people")}.`}
        </Text>
        {check.data.left_out.map(({ reason, words, count }) => (
          <Text key={reason} size="sm" c="dimmed">
            {`${plural(count, "person", "people")} left out: ${words}`}
          </Text>
        ))}
      </Paper>
      <Problems check={check.data} />
      {when.kind === "once" && when.isLocal && <Waves campaign={campaign} when={when} />}
      <ApprovalStep campaign={campaign} isReady={check.data.is_ready}>
        <SendButton campaign={campaign} when={when} check={check.data} />
      </ApprovalStep>
    </Stack>
  );
}

function Problems({ check: { problems } }: { check: CampaignCheck }) {
  return (["stop", "warning"] as const).map((severity) => {
    const found = problems.filter((problem) => problem.severity === severity);
    if (found.length === 0) return null;
    const isStop = severity === "stop";
    return (
      <Alert
        key={severity}
        color={isStop ? "red" : "brass"}
        variant="light"
        icon={isStop ? <IconCircleX size={20} /> : <IconAlertTriangle size={20} />}
        title={isStop ? "Before it can go out" : "Worth a look"}
      >
        <List size="sm">
          {found.map(({ message, where }) => (
            <List.Item key={where + message}>{message}</List.Item>
          ))}
        </List>
      </Alert>
    );
  });
}
