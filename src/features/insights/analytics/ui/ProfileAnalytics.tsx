import { Anchor, Badge, Box, Group, Text } from "@mantine/core";
import { useDocumentVisibility } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { use, useEffect, useState } from "react";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { followStream, type LiveState, throttled } from "#src/kit/event-stream.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { addFilter, type Filter, formatFilters, parseFilters } from "../filter-rules.ts";
import { READ_EVERY_MS } from "../rules.ts";
import { AnalyticsControls } from "./AnalyticsControls.tsx";
import classes from "./analytics.module.css";
import { analytics } from "./analytics-client.ts";
import { Figures } from "./Figures.tsx";
import { FilterChips } from "./FilterChips.tsx";
import { SuspectedNote } from "./SuspectedNote.tsx";
import type { AnalyticsSearch } from "./search.ts";
import { AnalyticsSlots } from "./shared/analytics-slots.ts";
import { GRANULARITIES, type PeriodSearch, parsePeriod } from "./shared/period.ts";
import { analyticsKey, type Question, useAnalytics } from "./use-analytics.ts";

interface ProfileAnalyticsProps {
  profileId: string;
  profileName: string;
  leavesOutOwn: boolean;
  search: AnalyticsSearch;
  /** Shows what the search asks for: `replace` without a step back to what was there. */
  onSearch: (search: AnalyticsSearch, replace?: boolean) => void;
  onCopyAddress: () => void;
  onOpenPage: () => void;
}

export function ProfileAnalytics(props: ProfileAnalyticsProps) {
  const { profileId, profileName, search, onSearch } = props;
  const [suspected, setSuspected] = useState(false);
  const { ReportsButton } = use(AnalyticsSlots);
  const question = useQuestion(props, suspected);
  const live = useLive(profileId);
  const answer = useAnalytics(question, live);
  const { data } = answer;
  const { Cards } = use(AnalyticsSlots);
  const filters = parseFilters(question.filter) ?? [];
  const choosePeriod = ({ period, from, to }: PeriodSearch) =>
    onSearch({ ...search, step: "", period, from, to }, true);
  const choose = (chosen: readonly Filter[]) => onSearch({ ...search, filter: formatFilters(chosen) });
  return (
    <Box>
      <PageTitle
        title="Analytics"
        actions={
          <Group gap="sm">
            <ReportsButton profileId={profileId} />
            <LiveBadge state={live} />
          </Group>
        }
      >
        {profileName}
      </PageTitle>
      <AnalyticsControls
        question={question}
        search={search}
        hasAdvanced={data?.has_advanced ?? false}
        onPeriod={choosePeriod}
        onSearch={(changes) => onSearch({ ...search, ...changes }, true)}
        onView={onSearch}
      />
      <FilterChips filters={filters} named={data?.filters} onFilters={choose} />
      {data && <SuspectedNote suspected={data.suspected} isIncluded={suspected} onInclude={setSuspected} />}
      {data?.has_history && (
        <Cards
          place="top"
          profileId={profileId}
          queryKey={analyticsKey(profileId)}
          onCountry={(value) => choose(addFilter(filters, { dimension: "country", value }))}
        />
      )}
      <Figures
        {...props}
        question={question}
        answer={answer}
        filters={filters}
        onFilters={choose}
        onPeriod={choosePeriod}
      />
      <Text size="xs" c="dimmed" mt="lg">
        <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" inherit>
          IP geolocation by DB-IP
        </Anchor>
      </Text>
    </Box>
  );
}

/** What the address asks for, in the reader's time zone. */
function useQuestion({ profileId, search }: ProfileAnalyticsProps, suspected: boolean): Question {
  const zone = useTimeZone();
  const period = parsePeriod(search);
  const usual = period.name === "3h" ? "minute" : undefined;
  return {
    profileId,
    period,
    step: GRANULARITIES.find((known) => known === search.step) ?? usual,
    bots: search.bots === "yes",
    suspected,
    isYearBefore: search.compare === "year",
    filter: search.filter ?? "",
    zone,
  };
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
