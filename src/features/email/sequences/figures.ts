/* What a version of a sequence does: who came to each step, and what became of its e-mail. */
import type { Ctx } from "#src/platform/context.ts";
import type { SequenceFigures, StepFigures } from "./contract.ts";
import { stepsOf } from "./definition-rules.ts";
import { countExits, countMails, countSteps, type MailCounts } from "./figures-store.ts";
import { requireSequence } from "./sequences.ts";
import {
  countInside,
  countPeopleByVersion,
  findVersionTests,
  listVersions,
  listVersionTimes,
  NOBODY,
} from "./store.ts";

const NO_MAIL = { sent: 0, opened: 0, clicked: 0, replied: 0, bought: 0, unsubscribed: 0 };

export async function getFigures(
  ctx: Ctx,
  { id, version: asked }: { id: string; version?: number | undefined },
): Promise<SequenceFigures> {
  const row = await requireSequence(ctx, id);
  const key = { user_id: ctx.account, id };
  const versions = await listVersionTimes(ctx.db, key);
  const wanted = asked ?? row.version;
  const [shown] = wanted === null ? [] : await listVersions(ctx.db, key, [wanted]);
  const inside = await countInside(ctx.db, key);
  const people = await countPeopleByVersion(ctx.db, key);
  const version = shown?.version;
  const at = inside.filter((one) => one.version === version);
  return {
    version: version ?? null,
    versions: versions.map((one) => {
      const { entered, inside } = people.get(one.version) ?? NOBODY;
      return { ...one, entered, inside };
    }),
    definition: shown?.definition ?? null,
    counts: (version === undefined ? undefined : people.get(version)) ?? NOBODY,
    exits: version === undefined ? [] : await countExits(ctx.db, { ...key, version }),
    steps: shown
      ? await stepFigures(ctx, { ...key, version: shown.version }, { definition: shown.definition, at })
      : [],
  };
}

async function stepFigures(
  ctx: Ctx,
  key: { user_id: string; id: string; version: number },
  {
    definition,
    at,
  }: { definition: Parameters<typeof stepsOf>[0]; at: readonly { step_id: string | null; count: number }[] },
): Promise<StepFigures[]> {
  const { tests = {} } = (await findVersionTests(ctx.db, key)) ?? {};
  const taken = await countSteps(ctx.db, key);
  const mails = new Map<string, MailCounts>((await countMails(ctx.db, key)).map((one) => [one.step_id, one]));
  return stepsOf(definition).map((step) => {
    const own = taken.filter(({ step_id }) => step_id === step.id);
    const waiting = at.find(({ step_id }) => step_id === step.id)?.count ?? 0;
    const { step_id: _, ...mail } = mails.get(step.id) ?? { step_id: step.id, ...NO_MAIL };
    const outcomes: Record<string, number> = {};
    const parts = step.type === "split" ? step.parts.map(() => 0) : [];
    for (const { outcome, part, count } of own) {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
      if (part !== null && part < parts.length) parts[part] = (parts[part] ?? 0) + count;
    }
    const entered = own.reduce((sum, { count }) => sum + count, waiting);
    const test_id = tests[step.id]?.id ?? null;
    return { step_id: step.id, entered, waiting, outcomes, parts, ...mail, test_id };
  });
}
