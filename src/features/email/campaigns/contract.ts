import * as z from "zod";
import { TOPIC_KEY } from "#src/features/audience/consent-records/rules.ts";
import { audienceInputSchema, audienceSchema } from "#src/features/audience/segments/audience-contract.ts";
import { metricsSchema, timesSchema } from "#src/features/email/delivery/metrics-contract.ts";
import { TRACKING } from "#src/features/email/delivery/rules.ts";
import { MAILBOX_ERRORS } from "#src/features/email/sending-accounts/contract.ts";
import { MAILBOXES_MAX } from "#src/features/email/sending-accounts/rules.ts";
import { namedFiles, partsSchema } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { FILE_ERRORS } from "#src/features/email/templates/files/files-contract.ts";
import { PREHEADER_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { idSchema, listOf, member, routesOf, sentence, storedMoment, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { checkedSchema, checkSchema, reachSchema, reasonCount } from "./preflight/check-contract.ts";
import {
  CAMPAIGN_MODES,
  CAMPAIGN_NAME_CHARS_MAX,
  CAMPAIGN_STATES,
  DRAFTS_MAX,
  HTML_CHARS_MAX,
  SCHEDULED_DAYS_MAX,
  SHARE_MAX,
  SUBJECT_CHARS_MAX,
} from "./rules.ts";

export const CAMPAIGN_ERRORS = {
  CAMPAIGN_NOT_FOUND: { status: 404, message: "That campaign is gone." },
  CAMPAIGN_NAME_MISSING: { status: 400, message: "Give the campaign a name." },
  DRAFT_LIMIT: {
    status: 409,
    message: `You have ${DRAFTS_MAX} drafts, which is the limit. Delete one you no longer need.`,
  },
  CAMPAIGN_STARTED: { status: 409, message: "This campaign has started, so it can’t be changed anymore." },
  CAMPAIGN_STATE: { status: 409, message: "The campaign has moved on by now. Look again." },
  CAMPAIGN_ACTIVE: { status: 409, message: "Cancel this campaign before you delete it." },
  CAMPAIGN_NOT_READY: { status: 409, message: "This campaign isn’t ready to go out. Run its check." },
  CAMPAIGN_TIME: {
    status: 400,
    message: `Choose a time from now on, at most ${SCHEDULED_DAYS_MAX} days ahead.`,
  },
  TIME_ZONE_UNKNOWN: { status: 400, message: "We don’t know that time zone. Choose another one." },
  CHANGED_MEANWHILE: {
    status: 409,
    message: "This campaign was changed somewhere else while you were editing it.",
  },
  APPROVAL_MISSING: {
    status: 409,
    message: "It goes to so many people that someone else on your team has to approve it first.",
  },
  APPROVAL_BY_ANOTHER: {
    status: 403,
    message: "Another person has to approve it: an owner or admin who isn’t the one who asked.",
  },
  APPROVAL_OUTDATED: {
    status: 409,
    message: "The campaign was changed while you looked at it. Look again, then approve it.",
  },
  SENDING_STOPPED: MAILBOX_ERRORS.SENDING_STOPPED,
} as const;
const { CAMPAIGN_NOT_FOUND } = CAMPAIGN_ERRORS;

const share = z.int().min(1).max(SHARE_MAX);
/**
 * A sending account, and its share of the recipients in proportion to the campaign's others. In the order
 * that the database stores, so that equal ones look the same.
 */
const shareSchema = z.object({ share, mailbox_id: z.uuid().toLowerCase() });
export type Share = z.output<typeof shareSchema>;

/** A wall time such as `2026-03-29T09:30`, and the time zone for people with an unknown one. */
export const localTimeSchema = z.object({ local_time: z.string().max(30), time_zone: z.string().max(100) });
export type LocalTime = z.output<typeof localTimeSchema>;

const progressSchema = z.object({
  waiting: z.number(),
  /**
   * The part of those that is held until someone decides, because their time passed while nothing was
   * running.
   */
  late: z.number(),
  uncertain: z.number(),
  failed: z.number(),
  failures: z.array(reasonCount),
  skipped: z.number(),
  /** Sent in the last minute. */
  per_minute: z.number(),
});
export type Progress = z.infer<typeof progressSchema>;
const figuresSchema = metricsSchema.extend({
  ...progressSchema.shape,
  recipients: z.number(),
  /** The number of opens and clicks, where only totals are counted. */
  totals: timesSchema.nullable(),
});
export type Figures = z.infer<typeof figuresSchema>;

/** The prospects of a campaign that's going out. */
const outlookSchema = z.object({
  /** The time of the next e-mail. Null if that's now. */
  goes_on_at: z.string().nullable(),
  /** The reason for the wait, empty if it continues now. */
  why: sentence(),
  /** The number of days until the limits of its sending accounts let the last one go out. */
  days: z.number(),
});
export type Outlook = z.infer<typeof outlookSchema>;

const own = partsSchema.pick({ blocks: true, theme: true, attachments: true }).shape;

export const campaignSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  /** Explains the state, where it isn't obvious. */
  state_reason: sentence(),
  state_at: z.string(),
  mailbox_id: z.string().nullable(),
  mailbox_share: z.number(),
  more_mailboxes: z.array(shareSchema),
  from_name: z.string(),
  /** What it says: its own blocks, a template, or its own HTML. */
  mode: z.enum(CAMPAIGN_MODES),
  template_id: z.string().nullable(),
  /** Its own subject and preview text, which win over its template’s. */
  subject: z.string(),
  preheader: z.string(),
  html: z.string(),
  ...own,
  outlook: outlookSchema.nullable(),
  /** Whom it's for, as a condition. */
  audience: audienceSchema,
  topic: z.string(),
  /** Whether opens and clicks are counted per person, as totals, or not at all. */
  tracking: z.enum(TRACKING),
  scheduled_at: z.string().nullable(),
  /**
   * The wall time, if it goes out by everyone's local time. `scheduled_at` is when the first recipients get
   * it.
   */
  local_time: z.string().nullable(),
  time_zone: z.string().nullable(),
  series_id: z.string().nullable(),
  resend_of: z.string().nullable(),
  /** The profile whose page shows it to everyone, if any. */
  archive_profile_id: z.string().nullable(),
  /** The number of recipients who joined later and got it afterwards. */
  late_recipients: z.number(),
  left_out: z.array(reasonCount),
  figures: figuresSchema,
  /** The result of the last check before it went out. */
  checked: checkedSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
});
export type Campaign = z.infer<typeof campaignSchema>;
/** The campaign without its content, for lists. */
const summarySchema = campaignSchema.omit({ html: true, blocks: true, outlook: true });
export type CampaignSummary = z.infer<typeof summarySchema>;

const formSchema = z.object({
  name: z.string().max(CAMPAIGN_NAME_CHARS_MAX * 2),
  mailbox_id: idSchema.nullable(),
  mailbox_share: share,
  more_mailboxes: z.array(shareSchema).max(MAILBOXES_MAX - 1),
  from_name: z.string().max(CAMPAIGN_NAME_CHARS_MAX),
  /** Without it, whatever else is given says so: a template, blocks, or HTML. */
  mode: z.enum(CAMPAIGN_MODES),
  template_id: idSchema.nullable(),
  subject: z.string().max(SUBJECT_CHARS_MAX),
  preheader: z.string().max(PREHEADER_CHARS_MAX),
  html: storedText(HTML_CHARS_MAX),
  blocks: own.blocks,
  theme: own.theme,
  attachments: namedFiles,
  /** Whom it's for: a condition, or tags, pages and a filter, which become one. */
  audience: audienceInputSchema,
  /** The topic: `news`, or one of the account's own. People who left the topic don't get it. */
  topic: z.string().regex(TOPIC_KEY),
  tracking: z.enum(TRACKING),
});
export const createCampaignSchema = formSchema.partial().required({ name: true }).extend({
  id: z.uuid().optional(),
});
export const updateCampaignSchema = formSchema.partial().extend({
  id: idSchema,
  /** The version the form was loaded with. An edit over a newer one is rejected. */
  updated_at: storedMoment.optional(),
});

export const campaignId = z.object({ id: idSchema });
const { get, ask, post, patch, del } = routesOf("campaigns");
const body = { kind: "json", bytesMax: 2 * 1024 * 1024 } as const;
const ATTACHING = pickErrors(FILE_ERRORS, "ATTACHMENT_NOT_FOUND", "ATTACHMENTS_TOO_LARGE");
const { CAMPAIGN_STATE } = CAMPAIGN_ERRORS;

/** Defines an action on a campaign, with its name in the path and its summary. */
function step(name: string, summary: string) {
  return member("campaigns.send")
    .route(post(`/campaigns/{id}/${name}`, summary))
    .input(campaignId)
    .output(campaignSchema);
}

export const campaignsContract = {
  list: member("campaigns.send")
    .route(get("/campaigns", "Your account’s campaigns, newest first"))
    .errors(LIST_ERRORS)
    .input(z.object({ cursor: z.string().max(4000).optional() }))
    .output(listOf(summarySchema)),
  get: member("campaigns.send")
    .route(get("/campaigns/{id}", "One campaign and how it’s going"))
    .errors({ CAMPAIGN_NOT_FOUND })
    .input(campaignId)
    .output(campaignSchema),
  create: member("campaigns.send", body)
    .route(post("/campaigns", "Add a campaign", { successStatus: 201 }))
    .errors({ ...pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NAME_MISSING", "DRAFT_LIMIT"), ...ATTACHING })
    .input(createCampaignSchema)
    .output(campaignSchema),
  update: member("campaigns.send", body)
    .route(patch("/campaigns/{id}", "Change a campaign that hasn’t started"))
    .errors({
      ...pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_NAME_MISSING"),
      ...pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_STARTED", "CHANGED_MEANWHILE"),
      ...ATTACHING,
    })
    .input(updateCampaignSchema)
    .output(campaignSchema),
  delete: member("campaigns.send")
    .route(del("/campaigns/{id}", "Delete a campaign with its figures; links in its e-mail stop working"))
    .errors(pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_ACTIVE"))
    .input(campaignId)
    .output(campaignId),
  check: member("campaigns.send")
    .route(ask("/campaigns/{id}/check", "Who would get it, and what’s in the way"))
    .errors({ CAMPAIGN_NOT_FOUND })
    .input(campaignId)
    .output(checkSchema),
  count: member("campaigns.send")
    .route(
      ask("/campaigns/{id}/count", "Who would get it if this were its audience, and what’s wrong with that"),
    )
    .errors({ CAMPAIGN_NOT_FOUND })
    .input(campaignId.extend(formSchema.pick({ audience: true, topic: true }).partial().shape))
    .output(reachSchema),
  send: step("send", "Start a campaign now").errors(
    pickErrors(
      CAMPAIGN_ERRORS,
      "CAMPAIGN_NOT_FOUND",
      "CAMPAIGN_STATE",
      "CAMPAIGN_NOT_READY",
      "APPROVAL_MISSING",
      "SENDING_STOPPED",
    ),
  ),
  schedule: member("campaigns.send")
    .route(
      post(
        "/campaigns/{id}/schedule",
        "Start a campaign at a moment, at a time on each recipient’s own clock, or, without either, no longer",
      ),
    )
    .errors({
      ...pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_STATE", "CAMPAIGN_NOT_READY"),
      ...pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_TIME", "TIME_ZONE_UNKNOWN", "APPROVAL_MISSING"),
    })
    .input(
      campaignId.extend({ at: storedMoment.nullable().default(null), ...localTimeSchema.partial().shape }),
    )
    .output(campaignSchema),
  pause: step("pause", "Hold a campaign; what is on its way arrives").errors({
    CAMPAIGN_NOT_FOUND,
    CAMPAIGN_STATE,
  }),
  resume: step("resume", "Go on with a paused campaign").errors(
    pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_STATE", "SENDING_STOPPED"),
  ),
  cancel: step("cancel", "End a campaign; whoever hasn’t got it won’t").errors({
    CAMPAIGN_NOT_FOUND,
    CAMPAIGN_STATE,
  }),
  retry: member("campaigns.send")
    .route(post("/campaigns/{id}/retry", "Try again what failed, or what we can’t be certain about"))
    .errors(pickErrors(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND", "CAMPAIGN_STATE", "SENDING_STOPPED"))
    .input(campaignId.extend({ status: z.enum(["failed", "uncertain"]).default("failed") }))
    .output(campaignSchema),
};
