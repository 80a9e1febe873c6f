/*
 * What an import means for triggers by tag and stage: people get in by what it gives them only if whoever started it said
 * so, and count like those let in by hand (`approvals.ts`). Otherwise it counts as if they'd had it before, so that no
 * later change lets them in.
 */
import { listMatching } from "#src/features/audience/segments/condition-matches.ts";
import type { Announced } from "#src/lib/event.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { sourceByHand } from "./approvals.ts";
import { enroll } from "./enrollments.ts";
import { conditionsOf } from "./matches.ts";
import { ENROLL_ROWS } from "./rules.ts";
import { type LiveSequence, listLive } from "./store.ts";
import { listImported, updateMatches } from "./trigger-store.ts";

const FIRST = "00000000-0000-0000-0000-000000000000";

export async function enterByImport(
  platform: Platform,
  {
    id: source,
    account,
    subject,
    payload: { starts_sequences = false },
  }: Announced<{ starts_sequences?: boolean | undefined }>,
): Promise<void> {
  const ctx = systemCtx(platform, { job: "sequences.import", account });
  for (const live of await listLive(ctx.db, account))
    for await (const ids of importedChunks(ctx, subject))
      await look(ctx, live, { ids, source, isLetIn: starts_sequences });
}

async function* importedChunks(ctx: Ctx, id: string): AsyncGenerator<string[]> {
  let after = FIRST;
  for (;;) {
    const ids = await listImported(ctx.db, { account: ctx.account, id, after, rows: ENROLL_ROWS });
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    ctx.abortSignal.throwIfAborted();
    after = last;
  }
}

interface Looked {
  ids: readonly string[];
  source: string;
  isLetIn: boolean;
}

async function look(ctx: Ctx, live: LiveSequence, { ids, source, isLetIn }: Looked): Promise<void> {
  for (const { name, condition } of conditionsOf(live.settings))
    await ctx.write(async (ctx) => {
      const [matching = new Set<string>()] = await listMatching(ctx, [condition], ids);
      const key = { user_id: ctx.account, sequence_id: live.id, trigger: name };
      const come = await updateMatches(ctx.db, key, { looked: ids, matching: [...matching] });
      if (isLetIn) await enroll(ctx, live, { contactIds: come, source: sourceByHand(`${source} ${name}`) });
    });
}
