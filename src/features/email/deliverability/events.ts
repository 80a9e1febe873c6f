import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { formatCount } from "#src/lib/event-sentences.ts";
import { receiverLabel } from "./receivers/receivers-rules.ts";

export const deliverabilityEvents = eventList("mailbox");

/** The subject is one of the domain's sending accounts in all of these. */
const payload = z.object({
  host: z.string(),
  /** The names of the checks, with commas. */
  why: z.string(),
});

/** Seen twice in a row by the hourly check. */
export const senderDomainWorsened = deliverabilityEvents.add("sender_domain.worsened", {
  payload,
  sentence: "Noticed that something about a sender’s domain isn’t right anymore",
  webhook: {
    label: "A sender’s domain got worse",
    permission: "connections.manage",
    example: { host: "example.com", why: "spf,tls" },
  },
});

/** Announced once for each report, however often it comes. */
export const dmarcReportImported = deliverabilityEvents.add("dmarc_report.imported", {
  payload: payload.pick({ host: true }).extend({ is_mailed: z.boolean().optional() }),
  sentence: ({ is_mailed }) =>
    is_mailed === true ? "Read a DMARC report in an inbox" : "Uploaded a DMARC report",
});

/** Somebody asked for a check. */
export const senderDomainChecked = deliverabilityEvents.add("sender_domain.checked", {
  payload: payload.pick({ host: true }),
  sentence: "Checked a sender’s domain",
});

/** E-mail to one receiver waits. `why` is `hand`, or the reason of the rule. */
export const receiverPaused = deliverabilityEvents.add("receiver.paused", {
  payload: z.object({ receiver: z.string(), why: z.string() }),
  sentence: ({ receiver, why }) =>
    why === "hand"
      ? `Paused e-mail to ${receiverLabel(receiver)}`
      : `Paused e-mail to ${receiverLabel(receiver)}, because it put off or reported too much`,
  webhook: {
    label: "E-mail to a receiver was paused",
    permission: "connections.manage",
    example: { receiver: "gmail", why: "deferrals" },
  },
});

export const receiverResumed = deliverabilityEvents.add("receiver.resumed", {
  payload: z.object({ receiver: z.string() }),
  sentence: ({ receiver }) => `Resumed e-mail to ${receiverLabel(receiver)}`,
});

/** An inbox of the account's own. The subject is the seed address in these two. */
export const seedAdded = deliverabilityEvents.add("seed.added", { sentence: "Added a seed address" });
export const seedRemoved = deliverabilityEvents.add("seed.removed", { sentence: "Removed a seed address" });

/** The subject is the sending account. */
export const seedTestSent = deliverabilityEvents.add("seed_test.sent", {
  payload: z.object({ count: z.number() }),
  sentence: ({ count }, locale) => `Sent a seed test to ${formatCount(count, locale, "some")} addresses`,
});

/** Somebody has stopped e-mail to a group of the list. The subject is the account in these two. */
export const listHygieneBegun = deliverabilityEvents.add("list_hygiene.begun", {
  area: "lead",
  payload: z.object({ group: z.string(), count: z.number() }),
  sentence: ({ count }, locale) =>
    `Tidied up the list: stops e-mail to ${formatCount(count, locale, "many")} addresses`,
});

/** Announced once for each batch. */
export const listHygieneUndone = deliverabilityEvents.add("list_hygiene.undone", {
  area: "lead",
  payload: z.object({ count: z.number() }),
  sentence: ({ count }, locale) =>
    `Undid tidying up the list: ${formatCount(count, locale, "some")} addresses get e-mail again`,
});
