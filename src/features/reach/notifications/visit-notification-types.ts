import { causeName } from "#src/features/insights/reports/alerts/alert-rules.ts";
import { goalReached, trafficAlerted } from "#src/features/insights/reports/events.ts";
import type { GoalMetric } from "#src/features/insights/reports/goals/goal-rules.ts";
import { PATHS } from "#src/lib/paths.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import type { Facts, NotificationType } from "./notification-type.ts";

const pageOf = ({ profile }: Facts) => (profile === "" ? "A page that’s gone" : bidiIsolate(profile));
const numberOf = (value: unknown, locale: string) =>
  typeof value === "number" ? value.toLocaleString(locale) : "…";

const pathOf = ({ profile_id }: Facts) =>
  profile_id === null ? PATHS.analytics : `${PATHS.analytics}?profile=${profile_id}`;

const REACHED: Readonly<Record<GoalMetric, (page: string, count: string) => string>> = {
  views: (page, count) => `${page} reached your goal of ${count} views`,
  visitors: (page, count) => `${page} reached your goal of ${count} visitors`,
  clicks: (page, count) => `${page} reached your goal of ${count} clicks`,
};

const REACHED_BY_ALL: Readonly<Record<GoalMetric, (count: string) => string>> = {
  views: (count) => `Your pages reached your goal of ${count} views`,
  visitors: (count) => `Your pages reached your goal of ${count} visitors`,
  clicks: (count) => `Your pages reached your goal of ${count} clicks`,
};

const metricOf = (why: unknown): GoalMetric => (why === "visitors" || why === "clicks" ? why : "views");

/** What analytics tells by itself. */
export const VISIT_NOTIFICATION_TYPES = {
  visits_unusual: {
    topic: "visits",
    announced: trafficAlerted,
    audience: { to: "viewers", permission: "analytics.see" },
    sentence: (facts, locale) => {
      const { data } = facts;
      const [views, usual] = [numberOf(data.to, locale), numberOf(data.from, locale)];
      const page = pageOf(facts);
      const cause = causeName(data.cause, locale);
      if (data.why !== "drop")
        return cause === ""
          ? `${page}: ${views} views in an hour, where ${usual} are usual`
          : `${page}: ${views} views in an hour, where ${usual} are usual, mostly from ${bidiIsolate(cause)}`;
      if (String(data.cause) === "page_off")
        return `${page}: ${views} views in hours that usually have ${usual}, because it’s turned off`;
      return `${page}: ${views} views in hours that usually have ${usual}`;
    },
    path: pathOf,
  },
  goal_reached: {
    topic: "visits",
    announced: goalReached,
    audience: { to: "viewers", permission: "analytics.see" },
    sentence: (facts, locale) => {
      const metric = metricOf(facts.data.why);
      const count = numberOf(facts.data.to, locale);
      return facts.profile_id === null
        ? REACHED_BY_ALL[metric](count)
        : REACHED[metric](pageOf(facts), count);
    },
    path: pathOf,
  },
} as const satisfies Record<string, NotificationType>;
