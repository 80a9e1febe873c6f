import * as z from "zod";
import { ANALYTICS_ERRORS } from "#src/features/insights/analytics/contract.ts";
import { idSchema, member, routesOf, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { isCalendarDay } from "#src/lib/time.ts";
import { SHARE_ABOUT_CHARS_MAX, SHARE_KINDS, SHARE_PARTS, SHARE_PERIODS, SHARES_MAX } from "./share-rules.ts";

export const SHARE_ERRORS = {
  SHARE_END_PAST: { status: 400, message: "That day is over. Choose today or a later one." },
  SHARE_LIMIT: { status: 409, message: `You share ${SHARES_MAX} links already. Revoke one first.` },
  SHARE_NOT_FOUND: { status: 404, message: "That link is already revoked." },
} as const;

const shareSchema = z.object({
  id: z.string(),
  profile: z.object({ id: z.string(), name: z.string() }),
  kind: z.enum(SHARE_KINDS),
  parts: z.array(z.enum(SHARE_PARTS)),
  period: z.enum(SHARE_PERIODS),
  /** The last day on which it works. */
  ends_on: z.string().nullable(),
  /** Whoever has it sees the figures. */
  url: z.string(),
  created_at: z.string(),
});
export type Share = z.infer<typeof shareSchema>;

const { get, post, del } = routesOf("analytics");

export const sharesContract = {
  list: member("analytics.export")
    .route(get("/analytics/shares", "Links to figures that the account shares"))
    .output(z.object({ items: z.array(shareSchema) })),
  create: member("analytics.export")
    .route(
      post("/analytics/shares", "Share chosen figures of a page by a link", {
        successStatus: 201,
        description: "It shows sums of whole days until the day before, and never single visits.",
      }),
    )
    .errors({
      ...pickErrors(ANALYTICS_ERRORS, "PROFILE_NOT_FOUND", "TIME_ZONE_UNKNOWN"),
      ...pickErrors(SHARE_ERRORS, "SHARE_END_PAST", "SHARE_LIMIT"),
    })
    .input(
      z.object({
        profile_id: idSchema,
        kind: z.enum(SHARE_KINDS).default("figures"),
        parts: z.array(z.enum(SHARE_PARTS)).min(1, "Choose at least one figure.").max(SHARE_PARTS.length),
        period: z.enum(SHARE_PERIODS),
        about: storedText(
          SHARE_ABOUT_CHARS_MAX,
          `Write ${SHARE_ABOUT_CHARS_MAX} characters at most.`,
        ).default(""),
        zone: z.string().max(60).default("UTC"),
        ends_on: z.string().refine(isCalendarDay, "Choose a day such as 2026-11-23.").nullish(),
      }),
    )
    .output(shareSchema),
  revoke: member("analytics.export")
    .route(del("/analytics/shares/{id}", "Revoke a link to figures, at once and for good"))
    .errors(pickErrors(SHARE_ERRORS, "SHARE_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(z.object({ id: z.string() })),
};
