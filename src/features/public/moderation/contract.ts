import * as z from "zod";
import { open, routesOf } from "#src/lib/endpoint.ts";
import { caseContract } from "./cases/case-contract.ts";
import { templateContract } from "./templates/template-contract.ts";

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

const { post } = routesOf("reports");

export const moderationContract = {
  reportPage: open()
    .route(
      post("/reports", "Report a page; its number and a link tell what becomes of it", {
        successStatus: 201,
      }),
    )
    .errors(REPORT_ERRORS)
    .input(reportSchema)
    .output(z.object({ number: z.string(), status_url: z.string() })),

  ...caseContract,
  ...templateContract,
};
