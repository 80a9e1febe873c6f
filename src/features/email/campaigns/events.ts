import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { changedFields, formatCount } from "#src/lib/event-sentences.ts";

export const campaignEvents = eventList("lead");

/** By the state that a campaign went to. */
const CAMPAIGN_MOVES: Readonly<Record<string, string>> = {
  draft: "Took a campaign back to a draft",
  scheduled: "Scheduled a campaign",
  missed: "Held back a campaign that was too late",
  preparing: "Started a campaign",
  sending: "Resumed a campaign",
  paused: "Paused a campaign",
  auto_paused: "Paused a campaign because too much went wrong",
  sent: "Finished sending a campaign",
  canceled: "Canceled a campaign",
  failed: "Failed to start a campaign",
};

/** By the state that a series of campaigns went to. */
const SERIES_MOVES: Readonly<Record<string, string>> = {
  active: "Resumed a series of campaigns",
  paused: "Paused a series of campaigns",
  ended: "Ended a series of campaigns",
};

/** The subject is the campaign in all of these. */
export const campaignCreated = campaignEvents.add("campaign.created", { sentence: "Added a campaign" });

/** `fields` are those that changed. */
export const campaignUpdated = campaignEvents.add("campaign.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("a campaign"),
});

/** It went from one state to another. `reason` is empty where that's plain. */
export const campaignMoved = campaignEvents.add("campaign.moved", {
  payload: z.object({ from: z.string(), to: z.string(), reason: z.string() }),
  sentence: ({ to }) => CAMPAIGN_MOVES[String(to)] ?? "Changed a campaign’s state",
});

/** We paused it, because too much went wrong. */
export const campaignHalted = campaignEvents.add("campaign.halted", {
  payload: z.object({ reason: z.string() }),
  sentence: "Paused a campaign because too much went wrong",
});

/** Nothing was running when it should have started. */
export const campaignMissed = campaignEvents.add("campaign.missed", {
  sentence: "Noticed that a campaign missed its time",
});

/** The time of so many of its messages passed while nothing was running. */
export const campaignLate = campaignEvents.add("campaign.late", {
  payload: z.object({ count: z.number() }),
  sentence: "Noticed that part of a campaign missed its time",
});

/** They go out after all, or don't. */
export const campaignLateDecided = campaignEvents.add("campaign.late_decided", {
  payload: z.object({ action: z.enum(["send", "skip"]), count: z.number() }),
  sentence: ({ action }) =>
    action === "send" ? "Sent a campaign to those it was late for" : "Left out those a campaign was late for",
});

export const campaignRetried = campaignEvents.add("campaign.retried", {
  payload: z.object({ count: z.number() }),
  sentence: ({ count }, locale) =>
    `Tried ${formatCount(count, locale, "some")} of a campaign’s e-mails again`,
});

/** It goes out again and again from now on. */
export const campaignRepeated = campaignEvents.add("campaign.repeated", {
  payload: z.object({ every: z.string() }),
  sentence: ({ every }) =>
    typeof every === "string" ? `Set up a campaign for every ${every}` : "Set up a campaign that repeats",
});

/** The series that it's the next run of is paused, goes on, or has ended. */
export const campaignSeriesChanged = campaignEvents.add("campaign.series_changed", {
  payload: z.object({ state: z.string() }),
  sentence: ({ state }) => SERIES_MOVES[String(state)] ?? "Changed a series of campaigns",
});

export const campaignDeleted = campaignEvents.add("campaign.deleted", { sentence: "Deleted a campaign" });

/** An account sends its first campaign, which staff are asked to read. The subject is the campaign. */
export const firstCampaignWaiting = campaignEvents.add("campaign.review_asked", {
  sentence: "Sent a new account’s first campaign",
});

/** Staff's decision about all that an account sends, and why. The account and the subject are that account. */
export const accountStopped = campaignEvents.add("sending.stopped_by_staff", {
  payload: z.object({ is_stopped: z.boolean(), reason: z.string() }),
  sentence: ({ is_stopped, reason }) => {
    const what = is_stopped === false ? "Let the account send again" : "Stopped all that the account sends";
    return typeof reason === "string" && reason !== "" ? `${what}: ${reason}` : what;
  },
});

/** Staff looked at an account's first campaign. The subject is the campaign. */
export const firstCampaignReviewed = campaignEvents.add("campaign.reviewed", {
  payload: z.object({ review: z.string() }),
  sentence: ({ review }) =>
    review === "stopped"
      ? "Stopped an account over its first campaign"
      : "Marked an account’s first campaign as fine",
});

/** Someone wants a second person's approval for it. */
export const approvalAsked = campaignEvents.add("campaign.approval_asked", {
  payload: z.object({ recipients: z.number() }),
  sentence: "Asked for approval of a campaign",
});

/** It was approved as it is. */
export const approvalGiven = campaignEvents.add("campaign.approved", { sentence: "Approved a campaign" });

/** The subject is the account. It says what changed. Null: campaigns need no approval. */
export const sendingRulesChanged = campaignEvents.add("sending.rules_changed", {
  payload: z.object({
    approval_above: z.number().nullable().optional(),
    late_minutes: z.number().optional(),
  }),
  sentence: ({ approval_above, late_minutes }, locale) => {
    if (typeof approval_above === "number")
      return `Required approval for campaigns to more than ${approval_above.toLocaleString(locale)} people`;
    return late_minutes === undefined
      ? "Let campaigns go out without approval"
      : "Changed how late campaigns still go out";
  },
});
