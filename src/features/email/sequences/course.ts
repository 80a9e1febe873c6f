/* A dry run: what would happen to someone, and when. Nothing is changed or sent. */
import type { InferContractRouterInputs } from "@orpc/contract";
import { requireContact } from "#src/features/audience/contacts/contacts.ts";
import { listMatching } from "#src/features/audience/segments/condition-matches.ts";
import { requireFullGrant } from "#src/features/identity/team/team.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { wallTime, zoneAt } from "#src/lib/time-zones.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Course, sequencesContract } from "./contract.ts";
import {
  conditionsIn,
  type Definition,
  firstStepOf,
  type Junction,
  partOf,
  routeOf,
} from "./definition-rules.ts";
import { requireSequence } from "./sequences.ts";
import { endOfWait, nextSendingTime } from "./wait-rules.ts";
import { chanceOf } from "./walk.ts";

type Inputs = InferContractRouterInputs<typeof sequencesContract>;
type Answers = Readonly<Record<string, boolean | number>>;

const SHOWN_STEPS = 200;
const LAST_YEAR = 9000;

export async function getCourse(
  ctx: Ctx,
  { id, contact_id, time_zone, starts_at, answers = {} }: Inputs["course"],
): Promise<Course> {
  const { draft } = await requireSequence(ctx, id);
  const start = starts_at === undefined ? ctx.now() : new Date(starts_at);
  if (contact_id === undefined) {
    const zone = time_zone !== undefined && isTimeZone(time_zone) ? time_zone : draft.time_zone;
    return courseOf(draft, { zone, start, answers });
  }
  // Which way they’d go says what’s known of them.
  requireFullGrant(ctx, "leads.see");
  const contact = await requireContact(ctx, contact_id);
  const conditions = conditionsIn(draft);
  const found = await listMatching(
    ctx,
    conditions.map(({ condition }) => condition),
    [contact.id],
  );
  const own = Object.fromEntries(
    conditions.map(({ where }, at) => [where, found[at]?.has(contact.id) ?? false]),
  );
  const zone = zoneAt(contact, { rest: draft.time_zone, now: start });
  return courseOf(draft, {
    zone,
    start,
    answers: { ...own, ...answers },
    chance: (step) => chanceOf(`${id} ${step} ${contact.id}`),
  });
}

interface Going {
  zone: string;
  start: Date;
  answers: Answers;
  chance?: (stepId: string) => number;
}

function courseOf(definition: Definition, { zone, start, answers, chance = () => 0 }: Going): Course {
  const route = routeOf(definition);
  const items: Course["items"] = [];
  let at = start;
  let stepId = firstStepOf(definition);
  while (stepId !== null && items.length < SHOWN_STEPS) {
    const junction = route.get(stepId);
    if (!junction) break;
    const { step } = junction;
    // Waits of decades would leave the calendar.
    if (at.getUTCFullYear() >= LAST_YEAR) break;
    if (step.type === "send") at = nextSendingTime(definition.hours, zone, at);
    if (step.type === "wait" && answers[stepId] !== true) at = endOfWait(step.wait, zone, at);
    const { next, outcome } = leave(junction, answers[stepId], chance);
    items.push({ step_id: stepId, type: step.type, at: at.toISOString(), wall: wallTime(zone, at), outcome });
    stepId = next;
  }
  return { items, time_zone: zone, is_cut: stepId !== null };
}

function leave(
  { step, next, into }: Junction,
  answer: boolean | number | undefined,
  chance: (stepId: string) => number,
): { next: string | null; outcome: string } {
  if (step.type === "branch") {
    const [yes = null, no = null] = into;
    return answer === true ? { next: yes, outcome: "yes" } : { next: no, outcome: "no" };
  }
  if (step.type === "split") {
    const part =
      typeof answer === "number" && answer < into.length ? answer : partOf(step.parts, chance(step.id));
    return { next: into[part] ?? null, outcome: String(part + 1) };
  }
  if (step.type === "goto") return { next: step.step_id, outcome: "" };
  return { next: step.type === "end" ? null : next, outcome: "" };
}
