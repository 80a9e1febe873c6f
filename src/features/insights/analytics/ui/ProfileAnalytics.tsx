import { Anchor, Badge, Box, Stack, Text } from "@mantine/core";
import { useDocumentVisibility } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { followStream, type LiveState, throttled } from "#src/kit/event-stream.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import type { Analytics } from "../contract.ts";
import { READ_EVERY_MS } from "../rules.ts";
import { AnalyticsControls } from "./AnalyticsControls.tsx";
import { AnalyticsSkeleton } from "./AnalyticsSkeleton.tsx";
import classes from "./analytics.module.css";
import { analytics } from "./analytics-client.ts";
import { Breakdowns } from "./Breakdowns.tsx";
import { NoVisitsInPeriod, NoVisitsYet } from "./NoVisits.tsx";
import { SuspectedNote } from "./SuspectedNote.tsx";
import { type Granularity, type PeriodSearch, parsePeriod, stepsOf } from "./shared/period.ts";
import { TrendCard } from "./shared/TrendCard.tsx";
import { TotalTiles } from "./TotalTiles.tsx";
import { analyticsKey, useAnalytics } from "./use-analytics.ts";

interface ProfileAnalyticsProps {
  profileId: string;
  profileName: string;
  leavesOutOwn: boolean;
  period: PeriodSearch;
  onPeriod: (period: PeriodSearch) => void;
  onCopyAddress: () => void;
  onOpenPage: () => void;
}

const LINES = [
  { name: "views", label: "Views" },
  { name: "visitors", label: "Unique visitors" },
  { name: "clicks", label: "Clicks" },
] as const;

export function ProfileAnalytics(props: ProfileAnalyticsProps) {
  const { profileId, profileName, onPeriod } = props;
  const [bots, setBots] = useState(false);
  const [suspected, setSuspected] = useState(false);
  const [wantedStep, setWantedStep] = useState<Granularity>();
  const period = parsePeriod(props.period);
  const steps = stepsOf(period);
  const step = steps.find((known) => known === wantedStep) ?? steps[0] ?? "day";
  const zone = useTimeZone();
  const question = { profileId, period, step, bots, suspected, zone };
  const live = useLive(profileId);
  const { data, error, isPlaceholderData, refetch } = useAnalytics(question, live);
  const figures = () => {
    if (data === undefined) {
      if (error === null) return <AnalyticsSkeleton />;
      return (
        <ErrorPanel error={error} fallback="Your analytics didn’t load." onRetry={() => void refetch()} />
      );
    }
    if (!data.has_history) return <NoVisitsYet {...props} />;
    if (hasNothing(data)) {
      const longest = () => onPeriod({ period: "90d" });
      return <NoVisitsInPeriod onLongest={period.name === "90d" ? undefined : longest} />;
    }
    return (
      <Stack gap="sm" style={isPlaceholderData ? { opacity: 0.6 } : undefined} aria-busy={isPlaceholderData}>
        <TotalTiles totals={data.totals} previous={data.previous} />
        <UnlistedNote unlisted={data.unlisted} />
        <TrendCard
          trend={data}
          lines={LINES}
          label="Views, unique visitors, and clicks"
          steps={steps}
          onStep={setWantedStep}
        />
        <Breakdowns breakdowns={data.breakdowns} />
      </Stack>
    );
  };
  return (
    <Box>
      <PageTitle title="Analytics" actions={<LiveBadge state={live} />}>
        {profileName}
      </PageTitle>
      <AnalyticsControls question={question} onPeriod={onPeriod} onBots={setBots} />
      {data && <SuspectedNote suspected={data.suspected} isIncluded={suspected} onInclude={setSuspected} />}
      {figures()}
      <Text size="xs" c="dimmed" mt="lg">
        <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" inherit>
          IP geolocation by DB-IP
        </Anchor>
      </Text>
    </Box>
  );
}

function hasNothing({ totals }: Analytics): boolean {
  return totals.views + totals.clicks === 0;
}

const LIVE_WORDS: Record<LiveState, string> = {
  opening: "Connecting…",
  live: "Live",
  reconnecting: "Reconnecting…",
};

/** Shows whether new visits appear on their own. */
function LiveBadge({ state }: { state: LiveState }) {
  return (
    <Badge
      variant="default"
      tt="none"
      size="lg"
      role="status"
      leftSection={<span className={classes.dot} data-state={state} />}
    >
      {LIVE_WORDS[state]}
    </Badge>
  );
}

/** Explains that some visits were only counted. Shows nothing if none were. */
function UnlistedNote({ unlisted: { views, clicks } }: Pick<Analytics, "unlisted">) {
  if (views + clicks === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {plural(views, "view")} and {plural(clicks, "click")} came so fast that they were only counted: they’re
      in the totals, but not in unique visitors, and only partly in the lists below.
    </Text>
  );
}

/** Refreshes a profile's figures whenever something was counted, as long as the screen is visible. */
function useLive(profileId: string): LiveState {
  const queries = useQueryClient();
  const visible = useDocumentVisibility() === "visible";
  const [state, setState] = useState<LiveState>("opening");
  useEffect(() => {
    if (!visible) return;
    const { signal, abort } = ending();
    const read = () => queries.refetchQueries({ queryKey: analyticsKey(profileId), type: "active" });
    void followStream({
      open: (stopped) => analytics.live.call({ id: profileId }, { signal: stopped }),
      onState: setState,
      onNews: throttled(read, { gapMs: READ_EVERY_MS, signal }),
      signal,
    });
    return () => {
      abort();
      setState("opening");
    };
  }, [profileId, visible, queries]);
  return state;
}

function ending() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
