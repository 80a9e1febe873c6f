import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const approvalEvents = eventList("account");

/* They belong to the instance. The account concerned hears of it only if it's done. */

const about = z.object({ action: z.string(), area: z.string(), what: z.string(), reason: z.string() });

export const approvalProposed = approvalEvents.add("approval.proposed", {
  /** `roles` are those that can confirm it. */
  payload: about.extend({ roles: z.array(z.string()) }),
  sentence: ({ what = "", reason = "" }) => `Proposed “${String(what)}” to other staff: ${String(reason)}`,
});

/** `assignee_id` is who proposed it. */
export const approvalConfirmed = approvalEvents.add("approval.confirmed", {
  payload: about.extend({ assignee_id: z.string() }),
  sentence: ({ what = "", reason = "" }) =>
    `Confirmed “${String(what)}”, which a colleague proposed: ${String(reason)}`,
});

/** `why` is the reason for declining. */
export const approvalDeclined = approvalEvents.add("approval.declined", {
  payload: about.extend({ assignee_id: z.string(), answer: z.string() }),
  sentence: ({ what = "", answer = "" }) =>
    `Declined “${String(what)}”, which a colleague proposed: ${String(answer)}`,
});

export const approvalWithdrawn = approvalEvents.add("approval.withdrawn", {
  payload: about,
  sentence: ({ what = "" }) => `Withdrew the proposal “${String(what)}”`,
});
