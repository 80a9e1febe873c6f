import { summarizeVital, VITALS, type Vital } from "#src/features/insights/clicks/vitals-rules.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Vitals } from "./contract.ts";
import { type Input, resolveQuestion } from "./question.ts";
import { listKeys } from "./store.ts";

/** Returns how fast the page was for its visitors in a period. */
export async function getVitals(ctx: Ctx, input: Pick<Input, "id" | "from" | "to" | "tz">): Promise<Vitals> {
  const { period, scope, of } = await resolveQuestion(ctx, input);
  const rows = await listKeys(ctx.db, scope, of("vital", period));
  const stepsOf = (vital: Vital) =>
    new Map(
      rows
        .filter(({ key }) => key.startsWith(`${vital}|`))
        .map(({ key, views }) => [Number(key.slice(vital.length + 1)), views]),
    );
  return { items: VITALS.map((name) => ({ name, ...summarizeVital(name, stepsOf(name)) })) };
}
