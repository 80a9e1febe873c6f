import * as z from "zod";
import { DELIVERY_STATES } from "#src/features/email/delivery/rules.ts";
import { fileOf, listOf, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { CAMPAIGN_ERRORS, campaignId } from "../contract.ts";

/** Filters for recipients: a state, or that they replied. */
export const RECIPIENT_STATUSES = [...DELIVERY_STATES, "replied"] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

const deliverySchema = z.object({
  contact_id: z.string(),
  /** Empty once the contact is gone. */
  email: z.string(),
  name: z.string(),
  state: z.enum(DELIVERY_STATES),
  /** The reason in words, and the receiving server's response. */
  reason: z.string(),
  outcome: sentence(),
  mailbox_id: z.string().nullable(),
  /** Null while it's held until someone decides. */
  due_at: z.string().nullable(),
  tried_at: z.string().nullable(),
  handed_over_at: z.string().nullable(),
  replied_at: z.string().nullable(),
  opened_at: z.string().nullable(),
  clicked_at: z.string().nullable(),
  unsubscribed_at: z.string().nullable(),
});
export type CampaignDelivery = z.infer<typeof deliverySchema>;

const filter = campaignId.extend({ status: z.enum(RECIPIENT_STATUSES).optional() });
const { get } = routesOf("campaigns");
const { CAMPAIGN_NOT_FOUND } = CAMPAIGN_ERRORS;

export const deliveriesContract = {
  deliveries: member("campaigns.send")
    .route(get("/campaigns/{id}/deliveries", "A campaign’s recipients, with what the receiving servers said"))
    .errors({ CAMPAIGN_NOT_FOUND, ...LIST_ERRORS })
    .input(filter.extend({ cursor: z.string().max(4000).optional() }))
    .output(listOf(deliverySchema)),
  exportDeliveries: member("leads.export")
    .route(get("/campaigns/{id}/deliveries/export", "The same recipients as a CSV file"))
    .errors({ CAMPAIGN_NOT_FOUND })
    .input(filter)
    .output(fileOf("text/csv")),
};
