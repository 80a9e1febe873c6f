/* Bans that a second member of staff has to confirm, as far as a case waits for them. */
import * as z from "zod";
import { isBannedForGood } from "#src/features/identity/accounts/bans/bans.ts";
import { findProposedBan, hasOpenBan } from "#src/features/identity/approvals/bans.ts";
import { failure } from "#src/lib/errors.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { CASE_ERRORS } from "./case-contract.ts";
import { type CaseRow, listCasesToConfirm, lockCase, updateCase } from "./case-store.ts";

const oneAccount = z.object({ account: z.string() });

/** Nobody confirms or declines a proposal anymore once its time is over. */
export const proposalOverJob: JobType<z.output<typeof oneAccount>> = {
  name: "moderation.proposal-over",
  data: oneAccount,
};

/** Deciding something else meanwhile would leave a ban behind that can still be confirmed. */
export async function requireNothingProposed(ctx: StaffCtx, { state, owner_id }: CaseRow): Promise<void> {
  if (state !== "approval" || owner_id === null) return;
  if (await hasOpenBan(ctx, owner_id)) throw failure(CASE_ERRORS, "BAN_PROPOSED");
}

/** Puts cases whose ban won't come back into the queue, with why. Whoever proposed it keeps them. */
export async function returnCases(
  platform: Platform,
  { account, answer = "" }: { account: string; answer?: string },
): Promise<void> {
  await platform.write(async (ctx) => {
    // Where it was confirmed meanwhile, its announcement closes them, with what tells the owner.
    if ((await hasOpenBan(ctx, account)) || (await isBannedForGood(ctx, account))) return;
    for (const id of await listCasesToConfirm(ctx.db, account)) {
      const row = await lockCase(ctx.db, id);
      if (row?.state !== "approval") continue;
      const undecided = { decision: null, decided_by: null, ground: null, facts: null, effects: [] };
      await updateCase(ctx.db, id, { ...undecided, state: "open", ban_declined: answer });
    }
  });
}

export async function returnUnbanned(platform: Platform, { subject }: { subject: string }): Promise<void> {
  const proposed = await findProposedBan(platform, subject);
  if (proposed) await returnCases(platform, proposed);
}
