import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { because } from "#src/lib/event-sentences.ts";
import { APPEAL_OUTCOMES, DECISIONS, GROUNDS } from "./cases/case-rules.ts";
import { SIGNAL_KINDS } from "./signal-rules.ts";
import { TEMPLATE_KINDS } from "./templates/template-rules.ts";

export const moderationEvents = eventList("other");

/**
 * Someone reported a page, which may be gone. The subject is the report. It belongs to the instance, not to
 * the page's owner.
 */
export const pageReported = moderationEvents.add("page.reported", {
  payload: z.object({ profile_id: z.string().nullable() }),
  sentence: "Reported a page",
});

const numbered = z.object({ number: z.string() });

/* The subject of these is the case. They belong to the instance. */

/** The first report of a page that says that a child or someone’s life is in danger. */
export const caseUrgent = moderationEvents.add("case.urgent", {
  payload: numbered,
  sentence: ({ number }) => `Reported that someone is in danger${caseOf(number)}`,
});

/** A signal that’s on found something about a page, which is now in a case because of that. */
export const caseSignaled = moderationEvents.add("case.signaled", {
  payload: numbered.extend({ signal: z.enum(SIGNAL_KINDS) }),
  sentence: ({ number }) => `Noticed something about a page${caseOf(number)}`,
});

export const caseClaimed = moderationEvents.add("case.claimed", {
  payload: numbered,
  sentence: ({ number }) => `Took a case${caseOf(number)}`,
});

export const caseReleased = moderationEvents.add("case.released", {
  payload: numbered,
  sentence: ({ number }) => `Gave a case back${caseOf(number)}`,
});

const caseOf = (number: unknown) => (typeof number === "string" ? ` (${number})` : "");

/* The subject of these is the case, too. They belong to the page’s owner, who never learns who reported. */

export const ownerAsked = moderationEvents.add("case.owner_asked", {
  payload: z.object({ profile_id: z.string().nullable(), question: z.string() }),
  sentence: ({ question }) => because("Asked the owner about a page", question),
});

export const ownerAnswered = moderationEvents.add("case.owner_answered", {
  payload: z.object({ profile_id: z.string().nullable() }),
  sentence: "Answered what this instance’s staff asked about a page",
});

/** Without an owner, it belongs to the instance. */
export const caseDecided = moderationEvents.add("case.decided", {
  payload: z.object({
    profile_id: z.string().nullable(),
    decision: z.enum(DECISIONS),
    ground: z.enum(GROUNDS).nullable(),
    reason: z.string(),
  }),
  sentence: ({ decision, reason }) =>
    because(DECIDED.get(String(decision)) ?? "Decided about a page", reason),
});

export const caseAppealed = moderationEvents.add("case.appealed", {
  payload: z.object({ profile_id: z.string().nullable() }),
  sentence: "Appealed against a decision about a page",
});

export const appealDecided = moderationEvents.add("case.appeal_decided", {
  payload: z.object({
    profile_id: z.string().nullable(),
    outcome: z.enum(APPEAL_OUTCOMES),
    reason: z.string(),
  }),
  sentence: ({ outcome, reason }) =>
    because(
      outcome === "overturned" ? "Took back a decision about a page" : "Upheld a decision about a page",
      reason,
    ),
});

const DECIDED: ReadonlyMap<string, string> = new Map([
  ["nothing", "Checked a page and found nothing against the rules"],
  ["label_adult", "Decided that a page has adult content"],
  ["hide_link", "Decided to take a link off a page"],
  ["hide_page", "Decided to hide a page"],
  ["suspend", "Decided to suspend the account"],
  ["ban", "Decided to suspend the account for good"],
]);

/* The subject of these is the template. They belong to the instance. */

const templated = z.object({ kind: z.enum(TEMPLATE_KINDS), name: z.string() });
const named = (what: string, name: unknown) =>
  typeof name === "string" && name !== "" ? `${what}: “${name}”` : what;

export const templateSaved = moderationEvents.add("reply_template.saved", {
  payload: templated,
  sentence: ({ name }) => named("Saved a reply template", name),
});

export const templateRemoved = moderationEvents.add("reply_template.removed", {
  payload: templated,
  sentence: ({ name }) => named("Removed a reply template", name),
});
