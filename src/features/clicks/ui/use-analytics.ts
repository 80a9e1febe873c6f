import { useQuery } from "@tanstack/react-query";
import { clicks } from "./clicks-client.ts";
import type { LiveState } from "./live.ts";
import { type Period, periodInput, type Step } from "./period.ts";

/** The zone that this browser lives in: whose hours and days the figures are counted by. */
export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Named periods end now, so that they move on even when nothing is counted. */
const MOVE_ON_MS = 60_000;
const WITHOUT_NEWS_MS = 15_000;

export interface Question {
  profileId: string;
  period: Period;
  step: Step;
  bots: boolean;
}

/** What both the query and the CSV export ask for. */
export function questionInput({ profileId, period, step, bots }: Question, now: Date) {
  return { id: profileId, ...periodInput(period, now, OWN_ZONE), step, ...(bots && { bots: "true" }) };
}

/** Under which all answers about one profile are kept. */
export function analyticsKey(profileId: string) {
  return [...clicks.analytics.key(), profileId];
}

/** The figures of a period. While another one is read the last one stays, unless it was of another profile. */
export function useAnalytics(question: Question, live: LiveState) {
  const key = analyticsKey(question.profileId);
  return useQuery({
    queryKey: [...key, question.period, question.step, question.bots],
    queryFn: ({ signal }) => clicks.analytics.call(questionInput(question, new Date()), { signal }),
    placeholderData: (previous, query) =>
      query?.queryKey[key.length - 1] === question.profileId ? previous : undefined,
    refetchInterval: live === "live" ? MOVE_ON_MS : WITHOUT_NEWS_MS,
  });
}
