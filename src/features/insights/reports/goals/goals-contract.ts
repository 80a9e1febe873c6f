import * as z from "zod";
import { ANALYTICS_ERRORS } from "#src/features/insights/analytics/contract.ts";
import { idSchema, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { isCalendarDay } from "#src/lib/time.ts";
import { GOAL_DAYS_MAX, GOAL_METRICS, GOAL_STATES, GOAL_TARGET_MAX, GOALS_MAX } from "./goal-rules.ts";

export const GOAL_ERRORS = {
  GOAL_DAYS_INVALID: {
    status: 400,
    message: "Those days don’t work. A goal ends on the day it starts or later, and takes two years at most.",
  },
  GOAL_LIMIT: { status: 409, message: `You have ${GOALS_MAX} goals already. Delete one first.` },
  GOAL_NOT_FOUND: { status: 404, message: "That goal is already gone." },
} as const;

const day = z.string().refine(isCalendarDay, "Choose a day such as 2026-11-23.");

const goalSchema = z.object({
  id: z.string(),
  /** Null for all of the account’s pages. */
  profile: z.object({ id: z.string(), name: z.string() }).nullable(),
  metric: z.enum(GOAL_METRICS),
  target: z.number(),
  first_day: z.string(),
  last_day: z.string(),
  zone: z.string(),
  value: z.number(),
  /** How far it should be by now, going evenly. */
  expected: z.number(),
  state: z.enum(GOAL_STATES),
  reached_at: z.string().nullable(),
});
export type Goal = z.infer<typeof goalSchema>;

const { get, post, del } = routesOf("analytics");

export const goalsContract = {
  list: member("analytics.see")
    .route(get("/analytics/goals", "Goals, how far they are, and how far they should be"))
    .output(z.object({ items: z.array(goalSchema) })),
  create: member("analytics.export")
    .route(
      post("/analytics/goals", "Set a goal: a figure that a page, or all pages, should reach", {
        successStatus: 201,
        description: `\`first_day\` and \`last_day\` are included, ${GOAL_DAYS_MAX} days at most.`,
      }),
    )
    .errors({
      ...pickErrors(ANALYTICS_ERRORS, "PROFILE_NOT_FOUND", "TIME_ZONE_UNKNOWN"),
      ...pickErrors(GOAL_ERRORS, "GOAL_DAYS_INVALID", "GOAL_LIMIT"),
    })
    .input(
      z.object({
        /** Null for all pages. */
        profile_id: idSchema.nullable(),
        metric: z.enum(GOAL_METRICS),
        target: z.int().min(1, "Enter 1 or more.").max(GOAL_TARGET_MAX, "Enter a smaller number."),
        first_day: day,
        last_day: day,
        zone: z.string().max(60).default("UTC"),
      }),
    )
    .output(z.object({ id: z.string() })),
  delete: member("analytics.export")
    .route(del("/analytics/goals/{id}", "Delete a goal"))
    .errors(pickErrors(GOAL_ERRORS, "GOAL_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(z.object({ id: z.string() })),
};
