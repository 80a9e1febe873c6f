import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const none = z.object({});

/** The subject is the campaign in all of these. */
export const campaignCreated: EventType<object> = { name: "campaign.created", payload: none };

/** `fields` are those that changed. */
export const campaignUpdated: EventType<{ fields: string[] }> = {
  name: "campaign.updated",
  payload: z.object({ fields: z.array(z.string()) }),
};

/** It went from one state to another. `reason` is empty where that's plain. */
export const campaignMoved: EventType<{ from: string; to: string; reason: string }> = {
  name: "campaign.moved",
  payload: z.object({ from: z.string(), to: z.string(), reason: z.string() }),
};

/** We paused it, because too much went wrong. */
export const campaignHalted: EventType<{ reason: string }> = {
  name: "campaign.halted",
  payload: z.object({ reason: z.string() }),
};

/** Nothing was running when it should have started. */
export const campaignMissed: EventType<object> = { name: "campaign.missed", payload: none };

/** The time of so many of its messages passed while nothing was running. */
export const campaignLate: EventType<{ count: number }> = {
  name: "campaign.late",
  payload: z.object({ count: z.number() }),
};

/** They go out after all, or don't. */
export const campaignLateDecided: EventType<{ action: "send" | "skip"; count: number }> = {
  name: "campaign.late_decided",
  payload: z.object({ action: z.enum(["send", "skip"]), count: z.number() }),
};

export const campaignRetried: EventType<{ count: number }> = {
  name: "campaign.retried",
  payload: z.object({ count: z.number() }),
};

/** It goes out again and again from now on. */
export const campaignRepeated: EventType<{ every: string }> = {
  name: "campaign.repeated",
  payload: z.object({ every: z.string() }),
};

/** The series that it's the next run of is paused, goes on, or has ended. */
export const campaignSeriesChanged: EventType<{ state: string }> = {
  name: "campaign.series_changed",
  payload: z.object({ state: z.string() }),
};

export const campaignDeleted: EventType<object> = { name: "campaign.deleted", payload: none };

/** The subject is the account. Null: no limit. */
export const sendingCapped: EventType<{ per_day: number | null; per_week: number | null }> = {
  name: "sending.capped",
  payload: z.object({ per_day: z.number().nullable(), per_week: z.number().nullable() }),
};

/** All of an account's sending is stopped, or allowed again. The subject is the account. */
export const sendingStopped: EventType<{ is_stopped: boolean }> = {
  name: "sending.stopped",
  payload: z.object({ is_stopped: z.boolean() }),
};

/** An account sends its first campaign, which staff are asked to read. The subject is the campaign. */
export const firstCampaignWaiting: EventType<object> = { name: "campaign.review_asked", payload: none };

/** Staff looked at an account's first campaign. The subject is the campaign. */
export const firstCampaignReviewed: EventType<{ review: string }> = {
  name: "campaign.reviewed",
  payload: z.object({ review: z.string() }),
};

/**
 * Something's wrong with how an account sends, before it's so bad that we stop it. The subject is the sending
 * account.
 */
export const sendingAlarmed: EventType<{ why: "complaints" | "policy" }> = {
  name: "sending.alarmed",
  payload: z.object({ why: z.enum(["complaints", "policy"]) }),
};

/** Someone wants a second person's approval for it. */
export const approvalAsked: EventType<{ recipients: number }> = {
  name: "campaign.approval_asked",
  payload: z.object({ recipients: z.number() }),
};

/** It was approved as it is. */
export const approvalGiven: EventType<object> = { name: "campaign.approved", payload: none };

/** The subject is the account. It says what changed. Null: campaigns need no approval. */
export const sendingRulesChanged: EventType<{ approval_above?: number | null; late_minutes?: number }> = {
  name: "sending.rules_changed",
  payload: z.object({
    approval_above: z.number().nullable().optional(),
    late_minutes: z.number().optional(),
  }),
};
