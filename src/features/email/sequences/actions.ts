/* What steps do to contacts, besides e-mail. */
import type { Ctx } from "#src/platform/context.ts";
import { allOrNone, changeContacts, oneByOne, type Refusals } from "./contact-actions.ts";
import type { Step } from "./definition-rules.ts";
import { sequenceNotified, sequenceStepReached } from "./events.ts";

interface Acted {
  ids: readonly string[];
  sequence_id: string;
}

/** Does to contacts what a step says. Returns those for whom it failed. */
export async function actOn(ctx: Ctx, act: Step, { ids, sequence_id }: Acted): Promise<Refusals> {
  if (act.type === "tag" || act.type === "stage" || act.type === "field" || act.type === "task")
    return changeContacts(ctx, act, ids);
  if (act.type === "notify")
    return oneByOne(ids, (id) =>
      ctx.announce(sequenceNotified, { subject: id, payload: { sequence_id, text: act.text } }),
    );
  if (act.type !== "webhook") return new Map();
  const payload = { contact_ids: [...ids], step_id: act.id };
  return allOrNone(ids, () => ctx.announce(sequenceStepReached, { subject: sequence_id, payload }));
}
