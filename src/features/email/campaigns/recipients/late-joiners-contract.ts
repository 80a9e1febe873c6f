import * as z from "zod";
import { PROFILE_ERRORS } from "#src/features/pages/profiles/contract.ts";
import { idSchema, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { CAMPAIGN_ERRORS, campaignId, campaignSchema } from "../contract.ts";

export const LATE_JOINERS_ERRORS = {
  LATE_UNAPPROVED: {
    status: 409,
    message:
      "With these people, it would go to more than were approved. Add another campaign with the same e-mail: anyone who has it is left out.",
  },
} as const;

const { get, post, put } = routesOf("campaigns");

export const lateJoinersContract = {
  setArchive: member("campaigns.send")
    .route(
      put(
        "/campaigns/{id}/archive",
        "Show a campaign to everyone on a profile’s page of e-mails once it’s sent, or no longer",
      ),
    )
    .errors({
      ...pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND"),
      ...pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND"),
    })
    .input(campaignId.extend({ profile_id: idSchema.nullable() }))
    .output(campaignSchema),
  lateJoiners: member("campaigns.send")
    .route(get("/campaigns/{id}/late-joiners", "How many joined a sent campaign’s audience after its start"))
    .errors(pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_STATE"))
    .input(campaignId)
    .output(z.object({ count: z.number() })),
  sendToLateJoiners: member("campaigns.send")
    .route(
      post(
        "/campaigns/{id}/late-joiners",
        "Send a sent campaign as it was to those who joined its audience after its start",
      ),
    )
    .errors({
      ...pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_STATE", "SENDING_STOPPED"),
      ...LATE_JOINERS_ERRORS,
    })
    .input(campaignId)
    .output(campaignSchema),
};
