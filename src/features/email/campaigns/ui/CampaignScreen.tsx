import { Badge, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { BackLink } from "#src/kit/BackLink.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { EDITABLE_STATES } from "../rules.ts";
import { CampaignActions } from "./CampaignActions.tsx";
import { CampaignProgress } from "./CampaignProgress.tsx";
import { CAMPAIGN_LABELS } from "./campaign-labels.ts";
import { campaignsApi } from "./campaign-queries.ts";
import { CampaignComposer } from "./composer/CampaignComposer.tsx";
import { SendingStoppedAlert, StopSendingButton } from "./KillSwitch.tsx";
import { SeriesCard } from "./series/SeriesCard.tsx";

const LOOK_MS = 1_500;

/** One campaign: the steps to send it, or its progress. */
export function CampaignScreen({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(
    campaignsApi.get.queryOptions({
      input: { id },
      refetchInterval: ({ state }) =>
        state.data && ["preparing", "sending"].includes(state.data.state) ? LOOK_MS : false,
    }),
  );
  if (!data && error)
    return (
      <>
        <BackLink to={PATHS.campaigns}>All campaigns</BackLink>
        <PageTitle title="Campaign" />
        <ErrorPanel error={error} fallback="We couldn’t load this campaign." onRetry={() => void refetch()} />
      </>
    );
  if (!data)
    return (
      <>
        <BackLink to={PATHS.campaigns}>All campaigns</BackLink>
        <Skeleton h={32} w="12rem" mb="lg" radius="md" />
        <Skeleton h={240} radius="lg" />
      </>
    );
  const { color, label } = CAMPAIGN_LABELS[data.state];
  const isEditable = EDITABLE_STATES.includes(data.state);
  return (
    <>
      <BackLink to={PATHS.campaigns}>All campaigns</BackLink>
      <PageTitle
        title={data.name}
        actions={
          <>
            <CampaignActions campaign={data} />
            {(!isEditable || data.state === "scheduled") && <StopSendingButton />}
          </>
        }
      >
        <Badge variant="light" color={color} role="status">
          {label}
        </Badge>
      </PageTitle>
      <SendingStoppedAlert />
      {data.series_id !== null && <SeriesCard campaign={data} />}
      {isEditable ? <CampaignComposer campaign={data} /> : <CampaignProgress campaign={data} />}
    </>
  );
}
