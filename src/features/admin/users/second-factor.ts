/* Two-step sign-in of people who have lost their phone. What happens then is in `accounts/two-factor`. */
import * as z from "zod";
import { requireConsent } from "#src/features/identity/accounts/impersonation/impersonation.ts";
import { describeSignIn } from "#src/features/identity/accounts/sign-in-methods/sign-in-methods.ts";
import { requestRemoval, stopRemoval } from "#src/features/identity/accounts/two-factor/two-factor.ts";
import type { ApprovedAction } from "#src/features/identity/approvals/actions.ts";
import { actWithSecond } from "#src/features/identity/approvals/approvals.ts";
import { failure } from "#src/lib/errors.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { USER_ERRORS } from "./contract.ts";
import { requireHelpable, requireReason, type WithReason } from "./users.ts";

const removal = z.object({ id: z.string(), reason: z.string() });

export const removeFactor: ApprovedAction<z.output<typeof removal>> = {
  name: "account.remove-second-factor",
  area: "impersonation",
  label: "Remove two-step sign-in",
  data: removal,
  run: async (ctx, { id, reason }) => {
    const { email } = await requireHelpable(ctx, id);
    // Whoever confirms it needs what whoever proposed it needed, and the person may have changed their mind.
    await requireConsent(ctx, id);
    await requestRemoval(ctx, { id, email, reason });
  },
};

/** Takes another member of staff if there's one, and then the waiting time. */
export async function removeSecondFactor(ctx: StaffCtx, { id, reason }: WithReason) {
  requireReason(reason);
  return ctx.write(async (ctx) => {
    await requireHelpable(ctx, id);
    await requireConsent(ctx, id);
    if (!(await describeSignIn(ctx.db, id)).has_two_factor) throw failure(USER_ERRORS, "TWO_FACTOR_OFF");
    const approval_id = await actWithSecond(ctx, removeFactor, { account: id, reason, data: { id, reason } });
    return { approval_id };
  });
}

/** Staff stop it, because they've learned that the person didn't ask for it. */
export async function keepSecondFactorOf(ctx: StaffCtx, { id }: { id: string }) {
  return ctx.write(async (ctx) => {
    await requireHelpable(ctx, id);
    if (!(await stopRemoval(ctx, id))) throw failure(USER_ERRORS, "REMOVAL_NOT_PENDING");
    return { is_stopped: true };
  });
}
