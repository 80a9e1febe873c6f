import { Alert, Button, List, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { Campaign, CampaignCheck } from "#src/features/campaigns/contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { tellError } from "#src/kit/notices.tsx";
import { plural } from "#src/kit/plural.ts";
import { whenWords } from "#src/kit/when.ts";
import { campaignsApi, useCampaignsRefresh } from "./campaign-queries.ts";

interface CheckStepProps {
  campaign: Campaign;
  at: string | null;
}

/** Who would get it and what's in the way, and the button that sends it. */
export function CheckStep({ campaign, at }: CheckStepProps) {
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
      <SendButton campaign={campaign} at={at} check={check.data} />
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

function SendButton({ campaign: { id, state }, at, check }: CheckStepProps & { check: CampaignCheck }) {
  const refresh = useCampaignsRefresh();
  const send = useMutation({
    mutationFn: async () => {
      // Another time is a new decision, so the one before is taken back first.
      if (at !== null && state !== "draft") await campaignsApi.schedule.call({ id, at: null });
      if (at !== null) await campaignsApi.schedule.call({ id, at });
      else if (state === "failed") {
        await campaignsApi.schedule.call({ id, at: null });
        await campaignsApi.send.call({ id });
      } else await campaignsApi.send.call({ id });
    },
    onSettled: refresh,
    onError: (error) => tellError(error, "It couldn’t be sent. Try again."),
  });
  const people = plural(check.recipients, "person", "people");
  const ask = async () => {
    const question =
      at === null
        ? { title: `Send to ${people}?`, message: "It starts right away.", confirm: "Send now" }
        : {
            title: `Send to ${people} later?`,
            message: `It goes out ${whenWords(at)} to whoever is on the list by then.`,
            confirm: "Schedule",
          };
    if (await confirm(question)) send.mutate();
  };
  return (
    <Button size="md" disabled={!check.is_ready} loading={send.isPending} onClick={() => void ask()}>
      {at === null ? `Send to ${people}` : `Schedule for ${whenWords(at)}`}
    </Button>
  );
}
