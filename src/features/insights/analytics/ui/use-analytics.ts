import { useQuery } from "@tanstack/react-query";
import type { LiveState } from "#src/kit/event-stream.ts";
import { analytics } from "./analytics-client.ts";
import { type Granularity, type Period, periodInput } from "./shared/period.ts";

/** Named periods end now, so they have to move on even if nothing is counted. */
const MOVE_ON_MS = 60_000;
const WITHOUT_NEWS_MS = 15_000;

export interface Question {
  profileId: string;
  period: Period;
  /** Undefined for the usual one. */
  step: Granularity | undefined;
  bots: boolean;
  suspected: boolean;
  /** Set to compare with the same days a year before. */
  isYearBefore: boolean;
  /** As `filter-rules.ts` writes it; empty for everything. */
  filter: string;
  /** The reader's time zone, which decides when hours and days start. */
  zone: string;
}

/** The common input of the query and the CSV export. */
export function questionInput(question: Question, now: Date) {
  const { profileId, period, step, bots, suspected, isYearBefore, filter, zone } = question;
  return {
    id: profileId,
    ...periodInput(period, now, zone),
    ...(step && { step }),
    ...(isYearBefore && { compare: "year" as const }),
    ...(filter !== "" && { filter }),
    ...(bots && { bots: "true" }),
    ...(suspected && { suspected: "true" }),
  };
}

/** The cache key for all responses about one profile. */
export function analyticsKey(profileId: string) {
  return [...analytics.read.key(), profileId];
}

/** Fetches a period's figures. While new ones load, the old ones stay, unless they were another profile's. */
export function useAnalytics(question: Question, live: LiveState) {
  const { profileId: _, ...rest } = question;
  const key = analyticsKey(question.profileId);
  return useQuery({
    queryKey: [...key, rest],
    queryFn: ({ signal }) => analytics.read.call(questionInput(question, new Date()), { signal }),
    placeholderData: (previous, query) =>
      query?.queryKey[key.length - 1] === question.profileId ? previous : undefined,
    refetchInterval: live === "live" ? MOVE_ON_MS : WITHOUT_NEWS_MS,
  });
}
