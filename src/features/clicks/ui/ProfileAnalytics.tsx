import { Anchor, Box, Group, Stack, Switch, Text } from "@mantine/core";
import { useState } from "react";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import type { Analytics } from "../contract.ts";
import { AnalyticsSkeleton } from "./AnalyticsSkeleton.tsx";
import { Breakdowns } from "./Breakdowns.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { LiveBadge } from "./LiveBadge.tsx";
import { NoVisits } from "./NoVisits.tsx";
import { PeriodPicker } from "./PeriodPicker.tsx";
import { type PeriodSearch, readPeriod, type Step, stepsOf } from "./period.ts";
import { TotalTiles } from "./TotalTiles.tsx";
import { TrendCard } from "./TrendCard.tsx";
import { useAnalytics } from "./use-analytics.ts";
import { useLive } from "./use-live.ts";

interface ProfileAnalyticsProps {
  profileId: string;
  profileName: string;
  period: PeriodSearch;
  onPeriod: (period: PeriodSearch) => void;
  onCopyAddress: () => void;
  onOpenPage: () => void;
}

/** The analytics of one profile. */
export function ProfileAnalytics(props: ProfileAnalyticsProps) {
  const { profileId, profileName, onPeriod } = props;
  const [bots, setBots] = useState(false);
  const [wantedStep, setWantedStep] = useState<Step>();
  const period = readPeriod(props.period);
  const steps = stepsOf(period);
  const step = steps.find((known) => known === wantedStep) ?? steps[0] ?? "day";
  const question = { profileId, period, step, bots };
  const live = useLive(profileId);
  const { data, error, isPlaceholderData, refetch } = useAnalytics(question, live);
  const content = () => {
    if (data === undefined) {
      if (error === null) return <AnalyticsSkeleton />;
      return (
        <LoadFailure error={error} fallback="The figures could not be read." onRetry={() => void refetch()} />
      );
    }
    if (hasNothing(data)) return <NoVisits {...props} />;
    return (
      <Stack gap="sm" style={isPlaceholderData ? { opacity: 0.6 } : undefined} aria-busy={isPlaceholderData}>
        <TotalTiles totals={data.totals} previous={data.previous} />
        <TrendCard trend={data} steps={steps} onStep={setWantedStep} />
        <Breakdowns breakdowns={data.breakdowns} />
      </Stack>
    );
  };
  return (
    <Box>
      <PageTitle title="Analytics" actions={<LiveBadge state={live} />}>
        {profileName}
      </PageTitle>
      <Group justify="space-between" gap="sm" mb="md">
        <PeriodPicker period={period} onPeriod={onPeriod} />
        <Group gap="md">
          <Switch
            label="Include bots and link previews"
            checked={bots}
            onChange={(event) => setBots(event.currentTarget.checked)}
          />
          <ExportMenu question={question} />
        </Group>
      </Group>
      {content()}
      <Text size="xs" c="dimmed" mt="lg">
        <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" inherit>
          IP geolocation by DB-IP
        </Anchor>
      </Text>
    </Box>
  );
}

function hasNothing({ totals, previous }: Analytics): boolean {
  return totals.views + totals.clicks + previous.views + previous.clicks === 0;
}
