/* Appeals against decisions. Owners write them by the link in their statement of reasons (`letters/letters.ts`). */
import { isId } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { appealDecided } from "../events.ts";
import { appealOutcomeMail } from "./appeal-mails.ts";
import { CASE_ERRORS } from "./case-contract.ts";
import type { AppealOutcome, Effect } from "./case-rules.ts";
import { type CaseRow, findCaseOwner, lockCase, updateCase } from "./case-store.ts";
import { mayDecideAppeal, personOf } from "./cases.ts";
import { requireDecidable } from "./decisions.ts";
import { undoEffect } from "./effects.ts";

interface AppealDecision {
  id: string;
  outcome: AppealOutcome;
  reason: string;
}

/** Of two who decide at the same moment, the second hears that it's decided. */
export async function decideAppeal(ctx: StaffCtx, { id, outcome, reason }: AppealDecision) {
  if (reason === "") throw failure(CASE_ERRORS, "ANSWER_MISSING");
  return ctx.write(async (ctx) => {
    const row = isId(id) ? await lockCase(ctx.db, id) : undefined;
    if (!row) throw failure(CASE_ERRORS, "CASE_NOT_FOUND");
    if (row.state !== "appealed") throw failure(CASE_ERRORS, "APPEAL_MISSING");
    if (!(await mayDecideAppeal(ctx, row))) throw failure(CASE_ERRORS, "APPEAL_OWN");
    await requireDecidable(ctx, row);
    if (outcome === "overturned")
      for (const effect of row.effects) await giveBack(ctx, row, { effect, reason });
    await updateCase(ctx.db, id, {
      state: "closed",
      appeal_outcome: outcome,
      appeal_reason: reason,
      appeal_decided_at: ctx.now().toISOString(),
      appeal_decided_by: personOf(ctx),
    });
    const { owner_id, profile_id } = row;
    const payload = { profile_id, outcome, reason };
    await ctx.announce(appealDecided, { account: owner_id ?? INSTANCE, subject: id, payload });
    const owner = owner_id === null ? undefined : await findCaseOwner(ctx.db, owner_id);
    if (owner)
      await enqueueMail(ctx, {
        mail: appealOutcomeMail,
        to: owner.email,
        account: owner.id,
        data: { id },
        about: id,
      });
    return { outcome };
  });
}

/** What's gone needs nothing. */
async function giveBack(
  ctx: StaffCtx,
  { id: caseId }: CaseRow,
  { effect, reason }: { effect: Effect; reason: string },
): Promise<void> {
  try {
    await undoEffect(ctx, effect, { reason, caseId });
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 404) throw error;
  }
}
