import { listCampaignFiles } from "#src/features/email/campaigns/campaigns.ts";
import { listBatchFiles } from "#src/features/email/delivery/delivery.ts";
import { deleteUnusedFiles, markFilesUsed } from "#src/features/email/templates/files/files.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { listWaitingMailsWithFiles } from "./attachment-gc-store.ts";
import { openContent } from "./transactional.ts";

const KEPT_DAYS = 1;
/** A campaign that has ended may continue to failed or late recipients for this long. */
const ENDED_DAYS = 7;

/**
 * Deletes attachments without any use. It's here because no later slice sends any: unfinished campaigns and
 * waiting e-mail keep theirs, whatever became of their templates.
 */
export async function deleteUnusedAttachments(platform: Platform): Promise<void> {
  const now = platform.now();
  for (const { user_id, attachments } of await listBatchFiles(platform.db, addDays(now, -ENDED_DAYS)))
    await markFilesUsed(platform, user_id, attachments);
  for (const { user_id, attachments } of await listCampaignFiles(platform.db))
    await markFilesUsed(platform, user_id, attachments);
  let after: { user_id: string; id: string } | undefined;
  do {
    const rows = await listWaitingMailsWithFiles(platform.db, after);
    for (const row of rows)
      await markFilesUsed(platform, row.user_id, openContent(platform, row)?.attachments ?? []);
    after = rows.at(-1);
  } while (after);
  await deleteUnusedFiles(platform, addDays(now, -KEPT_DAYS));
}
