import { Anchor, Button, Group, Paper, Text } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import type { Series } from "#src/features/email/campaigns/schedule/schedule-contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";
import { formatRecurrence } from "../schedule/schedule-form.ts";

export function SeriesCard({ campaign: { id } }: { campaign: Campaign }) {
  const { data } = useQuery(campaignsApi.series.queryOptions({ input: { id } }));
  const refresh = useCampaignsRefresh();
  const change = useMutation({
    mutationFn: (state: Series["state"]) => campaignsApi.changeSeries.call({ id, state }),
    onSettled: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  if (!data) return null;
  const end = async () => {
    const message = "No more of it goes out. Its next run stays as a draft.";
    if (await confirm({ title: "End this series?", message, confirm: "End series", danger: true }))
      change.mutate("ended");
  };
  const isNext = data.campaign_id === id;
  return (
    <Paper withBorder radius="lg" p="md" mb="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs" wrap="nowrap" align="start">
          <IconRepeat size={20} aria-hidden style={{ flexShrink: 0 }} />
          <Text size="sm">
            {wordsOf(data)}{" "}
            {!isNext && data.state !== "ended" && (
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link {...props} to={PATHS.campaigns} search={{ campaign: data.campaign_id }} />
                )}
              >
                Next run
              </Anchor>
            )}
          </Text>
        </Group>
        {data.state !== "ended" && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              loading={change.isPending}
              onClick={() => change.mutate(data.state === "active" ? "paused" : "active")}
            >
              {data.state === "active" ? "Pause series" : "Resume series"}
            </Button>
            <Button size="xs" variant="default" disabled={change.isPending} onClick={() => void end()}>
              End series
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

const STATES: Record<Series["state"], string> = {
  active: "Goes out",
  paused: "Paused. It went out",
  ended: "This series is over. It went out",
};

function wordsOf(series: Series): string {
  const { state, time_zone, runs_max } = series;
  const most = runs_max === null ? "" : `, ${plural(runs_max, "time")}`;
  return `${STATES[state]} ${formatRecurrence(series)}${most} (${time_zone}).`;
}
