import * as z from "zod";
import { listOf, routesOf, staff, writtenText } from "#src/lib/endpoint.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { CAMPAIGN_ERRORS } from "../contract.ts";
import { FIRST_REVIEWS, STAFF_REASON_CHARS_MAX } from "../rules.ts";

const { get, put } = routesOf("campaigns");
const { CAMPAIGN_NOT_FOUND } = CAMPAIGN_ERRORS;

export const NEW_SENDER_REVIEW_ERRORS = {
  CAMPAIGN_NOT_FOUND,
  REASON_MISSING: { status: 400, message: "Say why. The account’s owner reads it." },
} as const;

const reviewId = z.object({ id: z.string().max(100) });

const firstSchema = z.object({
  id: z.string(),
  campaign_id: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), email: z.string(), is_banned: z.boolean() }),
  name: z.string(),
  from_name: z.string(),
  subject: z.string(),
  recipients: z.number(),
  review: z.enum(FIRST_REVIEWS),
  started_at: z.string(),
  reviewed_at: z.string().nullable(),
});
export type FirstCampaign = z.infer<typeof firstSchema>;

/** The instance's staff review accounts' first campaigns (email.md 5.10.17). */
export const newSenderReviewContract = {
  listFirst: staff("moderation")
    .route(get("/first-campaigns", "The first campaigns of accounts, newest first"))
    .errors(LIST_ERRORS)
    .input(
      z.object({ review: z.enum(FIRST_REVIEWS).default("waiting"), cursor: z.string().max(4000).optional() }),
    )
    .output(listOf(firstSchema)),
  getFirst: staff("moderation")
    .route(get("/first-campaigns/{id}", "What a first campaign says"))
    .errors({ CAMPAIGN_NOT_FOUND })
    .input(reviewId)
    .output(
      z.object({
        html: z.string(),
        text: z.string(),
        /** The source, if parts of it depend on the reader. */
        source: z.string().nullable(),
        attachments: z.array(z.object({ name: z.string(), bytes: z.number() })),
      }),
    ),
  reviewFirst: staff("moderation")
    .route(
      put(
        "/first-campaigns/{id}",
        "Find a first campaign fine, or stop all that its account sends; its owner hears why",
      ),
    )
    .errors(NEW_SENDER_REVIEW_ERRORS)
    .input(
      reviewId.extend({
        review: z.enum(["fine", "stopped"]),
        reason: writtenText(STAFF_REASON_CHARS_MAX).default(""),
      }),
    )
    .output(firstSchema),
};
