/* The filter of the table of leads, of bulk changes, and of exports is a condition, or short for one. */
import type { ContactFilterInput } from "#src/features/audience/contacts/contract.ts";
import type { ConditionSource } from "#src/features/audience/contacts/tables.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { allOf, conditionOf } from "./audience-rules.ts";
import { conditionSchema } from "./conditions/condition-contract.ts";
import { type Condition, EVERYONE } from "./conditions/condition-rules.ts";
import { catalogFor, evaluationFor, requireCondition } from "./conditions/conditions.ts";
import { SEGMENT_ERRORS } from "./segments-contract.ts";
import { findSegmentRow, isMatching } from "./store.ts";

const NOBODY: Condition = { none: [EVERYONE] };

async function readFilter(ctx: Ctx, { condition, ...short }: ContactFilterInput): Promise<Condition | null> {
  await requireNamed(ctx, short.segment_id);
  const given = condition === undefined ? EVERYONE : await requireWritten(ctx, condition);
  const whole = allOf([given, conditionOfFilter(short)]);
  return whole === EVERYONE ? null : whole;
}

/** What can't be in a contact is in none of them, rather than left out: that would find more people. */
export function conditionOfFilter({
  tag,
  stage_id,
  owner_id,
  ...filter
}: Omit<ContactFilterInput, "condition">): Condition {
  const sought = { tag: tag && cleanText(tag), owner_id: owner_id?.replaceAll("\0", ""), stage_id };
  const isNobody = Object.values(sought).includes("") || (stage_id !== undefined && !isId(stage_id));
  return isNobody ? NOBODY : conditionOf({ filter: { ...filter, ...sought } });
}

async function requireNamed({ db, account }: Ctx, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const row = isId(id) ? await findSegmentRow(db, { account, id }) : undefined;
  if (!row) throw failure(SEGMENT_ERRORS, "SEGMENT_NOT_FOUND");
}

async function requireWritten(ctx: Ctx, written: string | object): Promise<Condition> {
  const { data } = conditionSchema.safeParse(typeof written === "string" ? parseJson(written) : written);
  if (data === undefined)
    throw failure(SEGMENT_ERRORS, "CONDITION_INVALID", { message: "This filter can’t be read." });
  return requireCondition(ctx, data, await catalogFor(ctx, data));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const filterConditions: ConditionSource = {
  read: readFilter,
  test: async (ctx, condition) =>
    isMatching(condition as Condition, await evaluationFor(ctx, condition as Condition)),
};
