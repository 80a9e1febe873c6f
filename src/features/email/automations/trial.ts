/* What a rule would do for somebody, without doing it, and why it did or didn't. */

import type { InferContractRouterInputs } from "@orpc/contract";
import { requireContact } from "#src/features/audience/contacts/contacts.ts";
import { listMatching } from "#src/features/audience/segments/condition-matches.ts";
import { pathsIn } from "#src/features/audience/segments/conditions/check-rules.ts";
import type { Problem } from "#src/features/email/sequences/definition-contract.ts";
import { endOfWait } from "#src/features/email/sequences/wait-rules.ts";
import { requireFullGrant } from "#src/features/identity/team/team.ts";
import { addSeconds, isTimeZone } from "#src/lib/time.ts";
import { zoneAt } from "#src/lib/time-zones.ts";
import type { Ctx } from "#src/platform/context.ts";
import { checkAutomation } from "./activation.ts";
import { requireAutomation } from "./automations.ts";
import type { automationsContract, Explanation, Trial } from "./contract.ts";
import { type Action, type Definition, IMPERSONAL_ACTIONS } from "./definition-rules.ts";
import { toRuns } from "./history.ts";
import { countRunsSince, listRunRows } from "./history-store.ts";
import { REPEAT_SECONDS, type SkipReason } from "./rules.ts";
import type { RunRow } from "./run-store.ts";
import { findPublished } from "./store.ts";
import type { Facts } from "./tables.ts";
import { testResults } from "./trigger-rules.ts";

type Inputs = InferContractRouterInputs<typeof automationsContract>;
type Contact = Awaited<ReturnType<typeof requireContact>>;

const SHOWN_RUNS = 20;

export async function testAutomation(ctx: Ctx, { id, contact_id, facts }: Inputs["test"]): Promise<Trial> {
  const { draft } = await requireAutomation(ctx, id);
  // Whether somebody meets a condition says what’s known of them.
  if (contact_id !== undefined) requireFullGrant(ctx, "leads.see");
  const contact = contact_id === undefined ? undefined : await requireContact(ctx, contact_id);
  const { skip_reason, ...judged } = await judge(ctx, draft, { contact, facts });
  const { problems } = await checkAutomation(ctx, { id });
  return {
    ...judged,
    skip_reason,
    would_run: skip_reason === "",
    actions: courseOf(draft, { contact, now: ctx.now(), problems }),
  };
}

/** About what runs, or what's being written if that's all there is. What happened counts as in their last run. */
export async function explainAutomation(
  ctx: Ctx,
  { id, contact_id }: Inputs["explain"],
): Promise<Explanation> {
  const row = await requireAutomation(ctx, id);
  requireFullGrant(ctx, "leads.see");
  const contact = await requireContact(ctx, contact_id);
  const key = { user_id: ctx.account, automation_id: row.id };
  const published = await findPublished(ctx.db, row);
  const definition = published?.definition ?? row.draft;
  const { rows } = await listRunRows(ctx.db, { ...key, contact_id: contact.id, rows: SHOWN_RUNS });
  const runs = rows.map(({ run }) => run);
  const judged = await judge(ctx, definition, { contact, facts: runs[0]?.facts });
  const held =
    row.state === "active" ? await heldBy(ctx, definition, { automation_id: row.id, runs }) : "state";
  const skip_reason = held || judged.skip_reason;
  return { ...judged, skip_reason, would_run: skip_reason === "", runs: await toRuns(ctx, runs) };
}

interface About {
  contact: Contact | undefined;
  /** What's known of what happened. Without it, every test of it counts as true. */
  facts: Facts | undefined;
}

async function judge(ctx: Ctx, { event_tests, condition }: Definition, { contact, facts }: About) {
  const tests = condition === null ? [] : pathsIn(condition);
  const asked = condition === null ? [] : [condition, ...tests.map(({ test }) => test)];
  const [matching, ...each] =
    contact === undefined ? asked.map(() => undefined) : await listMatching(ctx, asked, [contact.id]);
  const isTrue = (found: ReadonlySet<string> | undefined) =>
    contact === undefined || found === undefined || found.has(contact.id);
  const found = facts === undefined ? event_tests.map(() => true) : testResults(event_tests, facts);
  const skip_reason: SkipReason | "" = !found.every(Boolean) ? "event" : isTrue(matching) ? "" : "condition";
  return {
    skip_reason,
    tests: tests.map(({ path }, at) => ({ path: [...path], is_true: isTrue(each[at]) })),
    event_tests: found,
  };
}

/** What would keep a rule that's on from running for somebody now. */
async function heldBy(
  ctx: Ctx,
  { is_repeatable, budget }: Definition,
  { automation_id, runs }: { automation_id: string; runs: readonly RunRow[] },
): Promise<SkipReason | ""> {
  const since = addSeconds(ctx.now(), -REPEAT_SECONDS);
  const isRecent = runs.some(({ state, created_at }) => state !== "skipped" && created_at > since);
  if (isRecent && !is_repeatable) return "minute";
  const today = `${ctx.now().toISOString().slice(0, 10)}T00:00:00.000Z`;
  const count = await countRunsSince(ctx.db, { user_id: ctx.account, automation_id, since: today });
  return count >= budget ? "budget" : "";
}

interface Course {
  contact: Contact | undefined;
  now: Date;
  problems: readonly Problem[];
}

/** Each action with when it would be done, and why it couldn't be. */
function courseOf(
  { actions, time_zone, triggers }: Definition,
  { contact, now, problems }: Course,
): Trial["actions"] {
  const rest = isTimeZone(time_zone) ? time_zone : "UTC";
  const zone = contact === undefined ? rest : zoneAt(contact, { rest, now });
  const isForNobody =
    triggers.length > 0 && triggers.every((one) => one.type === "schedule" && !one.is_for_each);
  let at = now;
  return actions.map((action) => {
    if (action.type === "wait") at = endOfWait(action.wait, zone, at);
    const reason = obstacle(action, { contact, isForNobody, problems });
    return { action_id: action.id, at: at.toISOString(), is_possible: reason === "", reason };
  });
}

function obstacle(
  action: Action,
  { contact, isForNobody, problems }: Pick<Course, "contact" | "problems"> & { isForNobody: boolean },
): string {
  const wrong = problems.find(({ severity, where }) => severity === "stop" && where === action.id);
  if (wrong) return wrong.message;
  if (isForNobody && !IMPERSONAL_ACTIONS.includes(action.type))
    return "Nobody in particular is here to do it to.";
  if (action.type !== "send") return "";
  const sender = problems.find(({ severity, where }) => severity === "stop" && where === "sender");
  if (sender) return sender.message;
  return contact === undefined ? "" : (UNMAILED[contact.status] ?? "");
}

/** Why somebody wouldn't get e-mail. */
const UNMAILED: Partial<Record<Contact["status"], string>> = {
  unconfirmed: "They haven’t confirmed their sign-up.",
  unsubscribed: "They’ve unsubscribed.",
  bounced: "Their address bounced.",
  complained: "They reported your e-mail as spam.",
  blocked: "Their address is blocked.",
};
