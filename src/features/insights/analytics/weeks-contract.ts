import * as z from "zod";
import { idSchema, listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { ANALYTICS_ERRORS } from "./contract.ts";

/** As many as one account's list of pages shows at most. */
const PROFILES_MAX = 1000;

const tz = z.string().max(60).default("UTC");
/** One figure for each of the last seven days of the time zone's calendar, today last. */
const days = z.array(z.number());

const profileWeekSchema = z.object({ id: z.string(), views: days, clicks: days });
export type ProfileWeek = z.infer<typeof profileWeekSchema>;
const linkWeekSchema = z.object({ id: z.string(), clicks: days });
export type LinkWeek = z.infer<typeof linkWeekSchema>;

const { get, ask } = routesOf("analytics");

export const weeksContract = {
  profiles: member("analytics.see")
    .route(
      ask("/analytics/weeks", "Views and clicks of several profiles on each of the last seven days", {
        description: "Today is the last one. Profiles that aren’t yours are left out.",
      }),
    )
    .errors(pickErrors(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN"))
    .input(z.object({ ids: z.array(idSchema).max(PROFILES_MAX), tz }))
    .output(listOf(profileWeekSchema)),
  links: member("analytics.see")
    .route(
      get("/profiles/{id}/analytics/links", "Clicks on each of a profile’s links in the last seven days", {
        description: "Today is the last one. Links without clicks are left out.",
      }),
    )
    .errors(pickErrors(ANALYTICS_ERRORS, "PROFILE_NOT_FOUND", "TIME_ZONE_UNKNOWN"))
    .input(z.object({ id: idSchema, tz }))
    .output(listOf(linkWeekSchema)),
};
