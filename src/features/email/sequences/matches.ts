/* Triggers by tag and stage let in whoever comes to meet their condition. Who meets it already is remembered. */
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Definition, Trigger } from "./definition-rules.ts";
import { deleteMatches, insertAllMatches } from "./trigger-store.ts";

/** A trigger that lets in whoever comes to meet a condition. */
function conditionOf(trigger: Trigger): { name: string; condition: Condition } | undefined {
  if (trigger.type === "tag")
    return {
      name: `tag ${trigger.tag}`,
      condition: { attribute: "tag", operator: "equals", value: trigger.tag },
    };
  if (trigger.type === "stage")
    return {
      name: `stage ${trigger.stage_id}`,
      condition: { attribute: "stage", operator: "equals", value: trigger.stage_id },
    };
  return undefined;
}

export const conditionsOf = ({ triggers }: Pick<Definition, "triggers">) =>
  triggers.flatMap((trigger) => {
    const found = conditionOf(trigger);
    return found ? [found] : [];
  });

/** Remembers who has the tags and stages of a version's triggers as it's published or resumed: they don't come in by it. */
export async function fillMatches(ctx: Ctx, sequence_id: string, definition: Definition): Promise<void> {
  const triggers = definition.triggers.filter((trigger) => conditionOf(trigger) !== undefined);
  const key = { user_id: ctx.account, sequence_id };
  await deleteMatches(ctx.db, key);
  for (const trigger of triggers) {
    const name = conditionOf(trigger)?.name ?? "";
    if (trigger.type === "tag")
      await insertAllMatches(ctx.db, { ...key, trigger: name }, { tag: trigger.tag });
    if (trigger.type === "stage")
      await insertAllMatches(ctx.db, { ...key, trigger: name }, { stage_id: trigger.stage_id });
  }
}
