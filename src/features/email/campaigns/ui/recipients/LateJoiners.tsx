import { Button, Group, Paper, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";

/** People who joined after the start, and may still get it. */
export function LateJoiners({ campaign: { id, name, late_recipients } }: { campaign: Campaign }) {
  const { data } = useQuery(campaignsApi.lateJoiners.queryOptions({ input: { id } }));
  const refresh = useCampaignsRefresh();
  const send = useMutation({
    mutationFn: () => campaignsApi.sendToLateJoiners.call({ id }),
    onSettled: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const count = data?.count ?? 0;
  const people = plural(count, "person", "people");
  const ask = async () => {
    const message = "They get it as it was sent. Nobody gets it twice.";
    const question = { title: `Send “${name}” to ${people}?`, message, confirm: "Send" };
    if (await confirm(question)) send.mutate();
  };
  const earlier =
    late_recipients > 0 ? `${plural(late_recipients, "person", "people")} got it after joining late.` : "";
  if (count === 0)
    return earlier === "" ? null : (
      <Text size="sm" c="dimmed">
        {earlier}
      </Text>
    );
  return (
    <Paper withBorder radius="lg" p="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{`${people} joined this audience after it went out. ${earlier}`.trim()}</Text>
        <Button variant="default" loading={send.isPending} onClick={() => void ask()}>
          Send to them
        </Button>
      </Group>
    </Paper>
  );
}
