/*
 * The download of a page's form as the first e-mail of a sequence. The form sends an e-mail of its own to everyone whom
 * no active sequence brings it: who may not come in again, or who left before it was sent, gets the form's.
 */
import type { TakeDownload } from "#src/features/audience/leads/download-takers.ts";
import { systemCtx } from "#src/platform/context.ts";
import { firstMailOf, startsBySignUp } from "./definition-rules.ts";
import { hasLinkInAll, isGettingMail } from "./downloads-store.ts";
import { enroll } from "./enrollments.ts";
import { listLive, listVersions } from "./store.ts";

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
  return false;
};
