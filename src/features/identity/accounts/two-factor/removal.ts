/*
 * Two-step sign-in of someone who has lost their phone: staff ask for its removal, and the person has a day or
 * more to say that it wasn't them. Whether it takes a second member of staff is decided in `admin/users`.
 */
import * as z from "zod";
import { failure } from "#src/lib/errors.ts";
import { HOUR_MS } from "#src/lib/time.ts";
import type { Ctx, Platform, StaffCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { requirePerson } from "../accounts.ts";
import { SIGN_IN_METHOD_ERRORS } from "../contract.ts";
import { factorRemovalRequested, factorRemovalStopped, factorRemoved } from "../events.ts";
import { removalMail } from "../mails.ts";
import { findPerson } from "../person/person-store.ts";
import { SECOND_FACTOR_WAIT } from "../settings.ts";
import { enqueueSignInMethodMail } from "../sign-in-methods/sign-in-methods.ts";
import { deleteRemoval, findRemoval, insertRemoval } from "./removal-store.ts";
import { deleteTwoFactor, findTwoFactor } from "./two-factor-store.ts";

const ofRemoval = z.object({ id: z.string() });

export const removalDueJob: JobType<z.output<typeof ofRemoval>> = {
  name: "accounts.second-factor-removal",
  data: ofRemoval,
};

/** The database's clock and ours may be a little apart. */
const LATER_SECONDS = 2;

/** A second request changes nothing. */
export async function requestRemoval(
  platform: StaffCtx,
  { id: userId, email, reason }: { id: string; email: string; reason: string },
): Promise<string> {
  return platform.write(async (ctx) => {
    if (!(await findTwoFactor(ctx.db, userId))?.confirmedAt)
      throw failure(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_OFF");
    const waiting = await findRemoval(ctx.db, userId);
    if (waiting) return waiting.dueAt.toISOString();
    const seconds = (ctx.settings.get(SECOND_FACTOR_WAIT) * HOUR_MS) / 1000;
    const id = ctx.newId();
    const dueAt = new Date(ctx.now().getTime() + seconds * 1000);
    await insertRemoval(ctx.db, { userId, id, reason, dueAt });
    const due_at = dueAt.toISOString();
    await ctx.announce(factorRemovalRequested, {
      account: userId,
      subject: userId,
      payload: { reason, due_at },
    });
    await enqueueMail(ctx, { mail: removalMail, to: email, account: userId, data: { id } });
    await ctx.enqueue(removalDueJob, { id }, { delaySeconds: seconds + LATER_SECONDS });
    return due_at;
  });
}

/** False if none was waiting. */
export async function stopRemoval(platform: Platform, userId: string): Promise<boolean> {
  return platform.write(async (ctx) => {
    if (!(await deleteRemoval(ctx.db, { userId }))) return false;
    await ctx.announce(factorRemovalStopped, { account: userId, subject: userId, payload: {} });
    return true;
  });
}

/** The person stops it themselves. */
export async function keepSecondFactor(ctx: Ctx): Promise<{ removal_due_at: null }> {
  const { id } = requirePerson(ctx);
  if (!(await stopRemoval(ctx, id))) throw failure(SIGN_IN_METHOD_ERRORS, "REMOVAL_NOT_PENDING");
  return { removal_due_at: null };
}

/** Does nothing if it was stopped, or isn't due. */
export async function removeDueFactor(platform: Platform, { id }: z.output<typeof ofRemoval>): Promise<void> {
  await platform.write(async (ctx) => {
    const due = await deleteRemoval(ctx.db, { id, dueBy: ctx.now() });
    const person = due && (await findPerson(ctx.db, due.userId));
    if (!due || !person || !(await deleteTwoFactor(ctx.db, due.userId))) return;
    const { userId } = due;
    await ctx.announce(factorRemoved, { account: userId, subject: userId, payload: { reason: due.reason } });
    await enqueueSignInMethodMail(ctx, { id: userId, email: person.email }, "two_factor_off");
  });
}
