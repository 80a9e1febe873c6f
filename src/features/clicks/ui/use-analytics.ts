import { useQuery } from "@tanstack/react-query";
import { clicks } from "./clicks-client.ts";
import type { LiveState } from "./live.ts";
import { type Period, periodInput, type Step } from "./period.ts";

/** The zone that this browser lives in; figures are counted by its hours and days. */
export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Named periods end now, so that they move on even when nothing is counted. */
const MOVE_ON_MS = 60_000;
const WITHOUT_NEWS_MS = 15_000;

export interface Question {
  profileId: string;
  period: Period;
  step: Step;
  bots: boolean;
  suspected: boolean;
}

/** What both the query and the CSV export ask for. */
export function questionInput({ profileId, period, step, bots, suspected }: Question, now: Date) {
  return {
    id: profileId,
    ...periodInput(period, now, OWN_ZONE),
    step,
    ...(bots && { bots: "true" }),
    ...(suspected && { suspected: "true" }),
  };
}

/** The key that all answers about one profile are kept under. */
export function analyticsKey(profileId: string) {
  return [...clicks.analytics.key(), profileId];
}

/** A period's figures. While others load, the last ones stay, unless they were another profile's. */
export function useAnalytics(question: Question, live: LiveState) {
  const { period, step, bots, suspected } = question;
  const key = analyticsKey(question.profileId);
  return useQuery({
    queryKey: [...key, period, step, bots, suspected],
    queryFn: ({ signal }) => clicks.analytics.call(questionInput(question, new Date()), { signal }),
    placeholderData: (previous, query) =>
      query?.queryKey[key.length - 1] === question.profileId ? previous : undefined,
    refetchInterval: live === "live" ? MOVE_ON_MS : WITHOUT_NEWS_MS,
  });
}
