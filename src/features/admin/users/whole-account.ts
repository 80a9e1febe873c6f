/* Deleting accounts for their owners, and sending them what's in them. Both are done in `account-data`. */
import * as z from "zod";
import { keepAccountFor } from "#src/features/identity/accounts/accounts.ts";
import type { ApprovedAction } from "#src/features/identity/approvals/actions.ts";
import { actWithSecond } from "#src/features/identity/approvals/approvals.ts";
import { deleteAccountFor, sendExport } from "#src/features/reach/account-data/staff-requests.ts";
import { failure } from "#src/lib/errors.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { USER_ERRORS } from "./contract.ts";
import { requireHelpable, requireReason, type WithReason } from "./users.ts";

const deletion = z.object({ id: z.string(), reason: z.string() });

export const deleteUserAction: ApprovedAction<z.output<typeof deletion>> = {
  name: "account.delete",
  area: "deletion",
  label: "Delete the account",
  data: deletion,
  run: async (ctx, { id, reason }) => {
    const { email, deletionDueAt } = await requireHelpable(ctx, id);
    if (deletionDueAt !== null) throw failure(USER_ERRORS, "ACCOUNT_LEAVING");
    await deleteAccountFor(ctx, { id, email, reason });
  },
};

/** Takes another member of staff if there's one. The owner can keep the account for two weeks after that. */
export async function deleteUser(ctx: StaffCtx, { id, reason }: WithReason) {
  requireReason(reason);
  return ctx.write(async (ctx) => {
    const { deletionDueAt } = await requireHelpable(ctx, id);
    if (deletionDueAt !== null) throw failure(USER_ERRORS, "ACCOUNT_LEAVING");
    const data = { id, reason };
    return { approval_id: await actWithSecond(ctx, deleteUserAction, { account: id, reason, data }) };
  });
}

export async function keepUser(ctx: StaffCtx, { id }: { id: string }) {
  return ctx.write(async (ctx) => {
    await requireHelpable(ctx, id);
    if (!(await keepAccountFor(ctx, id))) throw failure(USER_ERRORS, "DELETION_NOT_PENDING");
    return { deletion_due_at: null };
  });
}

/** For requests that come by other ways than the dashboard. */
export async function sendUserExport(ctx: StaffCtx, { id, reason }: WithReason): Promise<{ to: string }> {
  requireReason(reason);
  return ctx.write(async (ctx) => {
    const { email } = await requireHelpable(ctx, id);
    await sendExport(ctx, { id, email, reason });
    return { to: email };
  });
}
