import { listPastEmails } from "#src/features/email/campaigns/archive.ts";
import { PAST_EMAILS_MAX } from "#src/features/pages/profiles/page/settings.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import type { Ctx } from "#src/platform/context.ts";

/** Returns the e-mails that the page may list, for its preview in the dashboard. */
export async function previewPastEmails(ctx: Ctx, { id }: { id: string }) {
  const row = await requireProfile(ctx, id);
  const owner = { ...row, profile_id: row.id, name: row.display_name?.trim() || row.name };
  return (await listPastEmails(ctx, owner, PAST_EMAILS_MAX)) ?? { list_url: "", emails: [] };
}
