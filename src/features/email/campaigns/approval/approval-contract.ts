import * as z from "zod";
import { sendersSchema } from "#src/features/email/sending-accounts/contract.ts";
import { member, person, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { CAMPAIGN_ERRORS, campaignId } from "../contract.ts";
import { LATE_MINUTES_MAX, LATE_MINUTES_MIN } from "../rules.ts";

const { get, post, put } = routesOf("campaigns");
const { CAMPAIGN_NOT_FOUND } = CAMPAIGN_ERRORS;

const approvalSchema = z.object({
  /** `none`: not needed. `missing`: not requested yet, or the campaign was changed since the request. */
  state: z.enum(["none", "missing", "asked", "approved"]),
  asked_by: z.string().nullable(),
  approved_by: z.string().nullable(),
  may_approve: z.boolean(),
  /** A hash of its content, audience, and senders. Sent back to approve exactly that. */
  version: z.string(),
});
export type Approval = z.infer<typeof approvalSchema>;

export const rulesSchema = z.object({
  approval_above: z.number().int().min(1).max(10_000_000).nullable(),
  /** The delay up to which a campaign still goes out on its own if nothing was running at its time. */
  late_minutes: z.number().int().min(LATE_MINUTES_MIN).max(LATE_MINUTES_MAX),
});
export type SendingRules = z.infer<typeof rulesSchema>;
const askedRulesSchema = rulesSchema.partial({ late_minutes: true });
export type AskedRules = z.infer<typeof askedRulesSchema>;

const sendingSchema = z.object({
  stopped_at: z.string().nullable(),
  /** The reason given by the instance's staff, if they have stopped this account. */
  staff_reason: z.string().nullable(),
  /** Set if the instance's staff have stopped everyone's campaigns. */
  is_stopped_for_all: z.boolean(),
});

/** Controls that hold campaigns back: a second person's approval, and the emergency stop. */
export const approvalContract = {
  approval: member("campaigns.send")
    .route(get("/campaigns/{id}/approval", "Whether a campaign needs someone else’s approval, and has it"))
    .errors({ CAMPAIGN_NOT_FOUND })
    .input(campaignId)
    .output(approvalSchema),
  askApproval: person("campaigns.send")
    .route(post("/campaigns/{id}/approval/ask", "Ask for approval"))
    .errors(pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_STATE", "CAMPAIGN_NOT_READY"))
    .input(campaignId)
    .output(approvalSchema),
  approve: member("campaigns.send")
    .route(
      post(
        "/campaigns/{id}/approval",
        "Approve a campaign in the version you looked at; a change, or a tenth more recipients, takes the approval away",
      ),
    )
    .errors(
      pickErrors(
        CAMPAIGN_ERRORS,
        "CAMPAIGN_NOT_FOUND",
        "CAMPAIGN_STATE",
        "APPROVAL_BY_ANOTHER",
        "APPROVAL_OUTDATED",
      ),
    )
    .input(campaignId.extend({ version: z.string().max(100) }))
    .output(approvalSchema),
  rules: member("campaigns.send")
    .route(
      get(
        "/sending/rules",
        "From how many recipients on campaigns need an approval, and how late they still go out",
      ),
    )
    .output(rulesSchema),
  setRules: member("team.manage")
    .route(
      put(
        "/sending/rules",
        "Say from how many recipients on campaigns need an approval, and how late they still go out",
      ),
    )
    .input(askedRulesSchema)
    .output(rulesSchema),
  senders: member("campaigns.send")
    .route(get("/campaigns/senders", "The sending accounts that a campaign can go out through, oldest first"))
    .output(sendersSchema),
  sending: member("campaigns.send")
    .route(get("/sending", "Whether all sending is stopped, and since when"))
    .output(sendingSchema),
  stopSending: member("campaigns.send")
    .route(
      put(
        "/sending",
        "Stop every campaign of the account at once, or allow them again; what staff stopped stays stopped",
      ),
    )
    .input(z.object({ is_stopped: z.boolean() }))
    .output(sendingSchema),
};
