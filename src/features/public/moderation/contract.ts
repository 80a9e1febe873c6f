import * as z from "zod";
import { listOf, open, routesOf, sentence, staff, storedMoment } from "#src/lib/endpoint.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";

export const REPORT_ERRORS = {
  PAGE_MISSING: { status: 400, message: "Tell us which page this is about." },
  REASON_MISSING: { status: 400, message: "Choose what’s wrong with the page." },
  DETAILS_MISSING: { status: 400, message: "Tell us what’s wrong." },
  EMAIL_INVALID: {
    status: 400,
    message: "That doesn’t look like an e-mail address. Correct it, or leave it empty.",
  },
} as const;

/** Longer input is rejected before any work is done with it. */
const text = z.string().max(20_000, "This text is too long. Shorten it.");

export const reportSchema = z.object({
  username: text,
  reason: text,
  details: text.nullish(),
  /** For a reply; reports without one count just as much. */
  email: text.nullish(),
  /** Created by the form, so that sending it twice makes only one report. */
  id: z.uuid().nullish(),
  /** A honeypot: people don't see it, but programs fill it in. */
  website: text.nullish(),
});

const reportedPageSchema = z.object({
  /** As the reporter typed it. */
  username: z.string(),
  /** True if a page has that username now. */
  exists: z.boolean(),
  count: z.number(),
  /** The most frequent first. */
  reasons: z.array(z.object({ reason: sentence(), count: z.number() })),
  first_at: z.string(),
  last_at: z.string(),
  newest: z.array(
    z.object({
      number: z.string(),
      reason: sentence(),
      details: z.string(),
      reporter_email: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
});
export type ReportedPage = z.infer<typeof reportedPageSchema>;

const username = z.string().max(200);

const { get, post } = routesOf("reports");

export const moderationContract = {
  listReported: staff("moderation")
    .route(
      get(
        "/admin/reports",
        "Reported pages: those where a child may be in danger first, then the last reported",
      ),
    )
    .errors(LIST_ERRORS)
    .input(
      z.object({
        status: z.enum(["open", "closed"]).default("open"),
        cursor: z.string().max(4000).optional(),
      }),
    )
    .output(listOf(reportedPageSchema)),
  closeReports: staff("moderation")
    .route(
      post(
        "/admin/reports/close",
        "Mark the reports of a page as handled, up to the last one that was looked at",
      ),
    )
    .input(z.object({ username, until: storedMoment }))
    .output(z.object({ closed: z.number() })),

  reportPage: open()
    .route(post("/reports", "Report a page; the number is for follow-up questions", { successStatus: 201 }))
    .errors(REPORT_ERRORS)
    .input(reportSchema)
    .output(z.object({ number: z.string() })),
};
