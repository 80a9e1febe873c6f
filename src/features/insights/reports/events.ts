import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const reportEvents = eventList("profile");

/** By how often. */
const CHANGES: Readonly<Record<string, string>> = {
  off: "Turned off reports by e-mail",
  weekly: "Turned on weekly reports by e-mail",
  monthly: "Turned on monthly reports by e-mail",
};

/** The subject is the person. */
export const reportsChanged = reportEvents.add("report.settings_changed", {
  payload: z.object({ cadence: z.string() }),
  sentence: ({ cadence }) => CHANGES[String(cadence)] ?? "Changed reports by e-mail",
});

const onProfile = z.object({ profile_id: z.string() });
/** Without a profile, it's about all pages. */
const maybeOnProfile = onProfile.partial();

/** The subject is the note in both. */
export const noteCreated = reportEvents.add("analytics_note.created", {
  payload: maybeOnProfile,
  sentence: "Wrote a note beside the figures",
});
export const noteDeleted = reportEvents.add("analytics_note.deleted", {
  payload: maybeOnProfile,
  sentence: "Deleted a note beside the figures",
});

/** The subject is the account. */
export const alertsSwitched = reportEvents.add("traffic_alerts.switched", {
  payload: z.object({ is_on: z.boolean() }),
  sentence: ({ is_on }) =>
    is_on === false ? "Turned off alerts about visits" : "Turned on alerts about visits",
});

/** The subject is the alert. `why` is what happened, `from` what's usual, and `cause` what most of it came from. */
export const trafficAlerted = reportEvents.add("traffic.alerted", {
  payload: onProfile.extend({
    why: z.string(),
    from: z.number(),
    to: z.number(),
    left: z.number(),
    cause: z.string(),
  }),
  sentence: ({ why }) =>
    why === "drop" ? "Noticed far fewer visits than usual" : "Noticed far more visits than usual",
});

/** The subject is the goal in all of these. */
export const goalCreated = reportEvents.add("analytics_goal.created", {
  payload: maybeOnProfile,
  sentence: "Set a goal",
});
export const goalDeleted = reportEvents.add("analytics_goal.deleted", {
  payload: maybeOnProfile,
  sentence: "Deleted a goal",
});
export const goalReached = reportEvents.add("analytics_goal.reached", {
  payload: maybeOnProfile.extend({ why: z.string(), to: z.number() }),
  sentence: "Reached a goal",
});

/** The subject is the link in both. */
export const figuresShared = reportEvents.add("figures.shared", {
  payload: onProfile,
  sentence: "Shared figures by a link",
});
export const shareRevoked = reportEvents.add("figures.share_revoked", {
  payload: onProfile,
  sentence: "Revoked a link to figures",
});
