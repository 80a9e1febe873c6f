import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const helpEvents = eventList("other");

/* The subject is the request. They belong to the account of whoever asked, or without one to the instance. */

const numbered = z.object({ number: z.string() });
const ofNumber = (number: unknown) => (typeof number === "string" ? ` (${number})` : "");

export const helpRequested = helpEvents.add("help.requested", {
  payload: numbered,
  sentence: ({ number }) => `Asked this instance’s staff for help${ofNumber(number)}`,
});

export const helpReplied = helpEvents.add("help.replied", {
  payload: numbered,
  sentence: ({ number }) => `Wrote again in a request for help${ofNumber(number)}`,
});

export const helpAnswered = helpEvents.add("help.answered", {
  payload: numbered,
  sentence: ({ number }) => `Answered a request for help${ofNumber(number)}`,
});

export const helpClosed = helpEvents.add("help.closed", {
  payload: numbered,
  sentence: ({ number }) => `Closed a request for help${ofNumber(number)}`,
});

export const helpReopened = helpEvents.add("help.reopened", {
  payload: numbered,
  sentence: ({ number }) => `Reopened a request for help${ofNumber(number)}`,
});

/* Who works on a request, and what staff write about it among themselves, is the instance’s. */

export const helpClaimed = helpEvents.add("help.claimed", {
  payload: numbered,
  sentence: ({ number }) => `Took a request for help${ofNumber(number)}`,
});

export const helpReleased = helpEvents.add("help.released", {
  payload: numbered,
  sentence: ({ number }) => `Gave a request for help back${ofNumber(number)}`,
});

export const helpNoted = helpEvents.add("help.noted", {
  payload: numbered,
  sentence: ({ number }) => `Wrote a note about a request for help${ofNumber(number)}`,
});
