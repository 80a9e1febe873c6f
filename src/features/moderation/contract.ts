import * as z from "zod";
import { open } from "#src/lib/endpoint.ts";

export const REPORT_ERRORS = {
  PAGE_MISSING: { status: 400, message: "Tell us which page this is about." },
  REASON_MISSING: { status: 400, message: "Choose what’s wrong with the page." },
  DETAILS_MISSING: { status: 400, message: "Tell us what’s wrong." },
  EMAIL_INVALID: {
    status: 400,
    message: "That doesn’t look like an e-mail address. Correct it, or leave it empty.",
  },
} as const;

/** Longer input is refused before any work is done with it. */
const text = z.string().max(20_000, "This text is too long. Shorten it.");

export const reportSchema = z.object({
  username: text,
  reason: text,
  details: text.nullish(),
  /** For an answer; reports without one count just as much. */
  email: text.nullish(),
  /** Created by the form, so that sending it twice makes only one report. */
  id: z.uuid().nullish(),
  /** A field that people don't see but programs fill in. */
  website: text.nullish(),
});

export const moderationContract = {
  reportPage: open()
    .route({
      method: "POST",
      path: "/reports",
      tags: ["reports"],
      successStatus: 201,
      summary: "Report a page; the number is for follow-up questions",
    })
    .errors(REPORT_ERRORS)
    .input(reportSchema)
    .output(z.object({ number: z.string() })),
};
