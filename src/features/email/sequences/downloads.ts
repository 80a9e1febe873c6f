/*
 * The download of a page's form as the first e-mail of a sequence. The form sends an e-mail of its own to everyone whom
 * no active sequence brings it: who may not come in again, or who left before it was sent, gets the form's.
 */
import type { TakeDownload } from "#src/features/audience/leads/download-takers.ts";
import type { Ctx } from "#src/platform/context.ts";
import { systemCtx } from "#src/platform/context.ts";
import { firstMailOf, startsBySignUp } from "./definition-rules.ts";
import { hasLinkInAll, isGettingMail, listStillInside, updateAsSkipping } from "./downloads-store.ts";
import { enroll } from "./enrollments.ts";
import { listLive, listVersions, lockSequence } from "./store.ts";

/** What sign-ups let in comes first, in either order of the jobs: a source lets somebody in once. */
export const takeDownload: TakeDownload = async (platform, { account, event_id, ...requested }) => {
  const { lead_id, profile_id, contact_id, url } = requested;
  const ctx = systemCtx(platform, { job: "sequences.download", account });
  for (const live of await listLive(ctx.db, account)) {
    if (!live.settings.triggers.some(startsBySignUp(profile_id))) continue;
    const [version] = await listVersions(ctx.db, { user_id: account, id: live.id }, [live.version]);
    const step_id = version && firstMailOf(version.definition)?.id;
    const mail = { user_id: account, sequence_id: live.id, version: live.version, step_id: step_id ?? "" };
    if (step_id === undefined || !(await hasLinkInAll(ctx.db, mail, url))) continue;
    if (event_id !== undefined) await enroll(ctx, live, { contactIds: [contact_id], source: event_id });
    if (await isGettingMail(ctx.db, mail, { contact_id, lead_id })) return true;
  }
  return isComing(ctx, { contact_id, lead_id, url });
};

/**
 * True if an older version brings it. Whoever is inside of a paused sequence gets the form's now, and its own e-mail is left
 * out for them once it goes on.
 */
async function isComing(
  ctx: Ctx,
  { url, ...who }: { contact_id: string; lead_id: string; url: string },
): Promise<boolean> {
  const user_id = ctx.account;
  for (const { id, sequence_id, version, definition } of await listStillInside(ctx.db, { user_id, ...who })) {
    const step_id = firstMailOf(definition)?.id;
    const mail = { user_id, sequence_id, version, step_id: step_id ?? "" };
    if (step_id === undefined || !(await hasLinkInAll(ctx.db, mail, url))) continue;
    const isActive = await ctx.write(async (ctx) => {
      // Whoever resumes it meanwhile waits for this.
      const sequence = await lockSequence(ctx.db, { user_id, id: sequence_id }, "share");
      if (sequence?.state !== "active") await updateAsSkipping(ctx.db, { user_id, id, step_id });
      return sequence?.state === "active";
    });
    if (isActive) return true;
  }
  return false;
}
