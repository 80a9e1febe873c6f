import * as z from "zod";
import { BEACON_BODY, open, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { CLICKS_PATH, VIEWS_PATH, VITALS_PATH } from "#src/lib/paths.ts";
import { CLICK_BATCH_EVENTS_MAX, SESSION_ID_PATTERN } from "./rules.ts";

export const CLICK_ERRORS = {
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  LINK_NOT_FOUND: { status: 404, message: "Link not found" },
} as const;

const sessionId = z
  .string()
  .regex(SESSION_ID_PATTERN, "A session ID has 1 to 64 letters, digits, hyphens, and underscores.");
const referrer = z.string().max(4096).nullish();
/** The query of the page's own URL. Only its `utm_` parameters are stored. */
const query = z.string().max(4096).nullish();

export const clickEventsSchema = z.object({
  events: z
    .array(
      z.object({
        id: z.uuid(),
        link_id: z.string().max(100),
        session_id: sessionId,
        referrer,
        query,
        /** The variant of an A/B test that was opened. */
        variant: z.enum(["a", "b"]).nullish(),
      }),
    )
    .min(1)
    .max(CLICK_BATCH_EVENTS_MAX, `Send at most ${CLICK_BATCH_EVENTS_MAX} events per request.`),
});

export const viewEventSchema = z.object({
  id: z.uuid(),
  profile_id: z.string().max(100),
  session_id: sessionId,
  referrer,
  query,
});

const measured = (max: number) => z.number().min(0).max(max).nullish();

export const vitalsSchema = z.object({
  profile_id: z.string().max(100),
  /** Milliseconds until the largest part of the page was there (LCP). */
  lcp: measured(3_600_000),
  /** Milliseconds of the longest response to a tap or a key (INP). */
  inp: measured(3_600_000),
  /** How much of the page moved by itself (CLS). */
  cls: measured(1_000_000),
});

/**
 * The number of events received and the number of new ones; a repeated id counts once, and signed-in people's
 * events on their own pages don't count.
 */
export const recordedSchema = z.object({ received: z.number(), new: z.number() });

const { post } = routesOf("analytics");

/** Handled before the router (`http.ts`); listed here for the API's description and the access test. */
export const clicksContract = {
  recordClicks: open(BEACON_BODY)
    .route(post(CLICKS_PATH, "Record clicks; answered once they are stored", { successStatus: 202 }))
    .errors(pickErrors(CLICK_ERRORS, "LINK_NOT_FOUND"))
    .input(clickEventsSchema)
    .output(recordedSchema),
  recordView: open(BEACON_BODY)
    .route(post(VIEWS_PATH, "Record a page view; answered once it is stored", { successStatus: 202 }))
    .errors(pickErrors(CLICK_ERRORS, "PROFILE_NOT_FOUND"))
    .input(viewEventSchema)
    .output(recordedSchema),
  recordVitals: open(BEACON_BODY)
    .route(post(VITALS_PATH, "Record how fast a page was for a visitor", { successStatus: 202 }))
    .errors(pickErrors(CLICK_ERRORS, "PROFILE_NOT_FOUND"))
    .input(vitalsSchema)
    .output(recordedSchema),
};
