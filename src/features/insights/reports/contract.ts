import * as z from "zod";
import { ANALYTICS_ERRORS } from "#src/features/insights/analytics/contract.ts";
import { person, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { CADENCES } from "./report-rules.ts";

export const REPORT_ERRORS = {
  NOTHING_TO_REPORT: {
    status: 409,
    message: "Nothing was counted in the last two of those periods, so there’s nothing to report yet.",
  },
} as const;

const settingsSchema = z.object({
  cadence: z.enum(CADENCES),
  /** The time zone whose clock they follow. */
  zone: z.string(),
  /** Where they go. */
  email: z.string(),
  /** When the next one goes out. Null if they’re off. */
  next_at: z.string().nullable(),
});
export type ReportSettings = z.infer<typeof settingsSchema>;

const { get, put, post } = routesOf("analytics");

export const reportsContract = {
  settings: person("analytics.see")
    .route(get("/me/reports", "How often you get the account’s figures by e-mail"))
    .input(z.object({ zone: z.string().max(60).default("UTC") }))
    .output(settingsSchema),
  saveSettings: person("analytics.see")
    .route(
      put("/me/reports", "Get the account’s figures by e-mail, weekly or monthly, or not at all", {
        description:
          "`zone` is your browser’s time zone. It’s used unless you’ve chosen one in your settings: reports go out at 8:00 of its clock, on Mondays or the first of the month.",
      }),
    )
    .errors(pickErrors(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN"))
    .input(z.object({ cadence: z.enum(CADENCES), zone: z.string().max(60).default("UTC") }))
    .output(settingsSchema),
  sendNow: person("analytics.see")
    .route(post("/me/reports/send", "Get the last week’s or month’s report right now"))
    .errors({ ...REPORT_ERRORS, ...pickErrors(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN") })
    .input(z.object({ cadence: z.enum(["weekly", "monthly"]), zone: z.string().max(60).default("UTC") }))
    .output(
      z.object({
        email: z.string(),
        subject: sentence(),
        lines: z.array(z.string()),
        details: z.array(z.object({ label: sentence(), value: z.string() })),
      }),
    ),
};
