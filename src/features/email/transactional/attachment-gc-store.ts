import { and, asc, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { CampaignState } from "#src/features/email/campaigns/rules.ts";
import { campaigns } from "#src/features/email/campaigns/tables.ts";
import type { Attachment } from "#src/features/email/templates/rules.ts";
import type { Db } from "#src/platform/db/database.ts";
import { WAITING_STATES } from "./rules.ts";
import type { MailRow } from "./store.ts";
import { transactionalMails } from "./tables.ts";

const GOING_ON: readonly CampaignState[] = ["preparing", "sending", "paused", "auto_paused"];
const BATCH = 200;

/** Lists campaigns that still need their files: unfinished ones, and those that ended since. */
export function listCampaignsWithFiles(db: Db, endedSince: string) {
  const attachments = sql<Attachment[]>`${campaigns.snapshot} -> 'attachments'`;
  return db
    .select({ user_id: campaigns.user_id, attachments })
    .from(campaigns)
    .where(
      and(
        or(inArray(campaigns.state, [...GOING_ON]), gt(campaigns.ended_at, endedSince)),
        sql`jsonb_array_length(${attachments}) > 0`,
      ),
    );
}

/** E-mail that may still go out. Only templates have files. */
export function listWaitingMailsWithFiles(
  db: Db,
  after: { user_id: string; id: string } | undefined,
): Promise<MailRow[]> {
  const { user_id, id, state, template_id, content } = transactionalMails;
  const isNext = after && sql`(${user_id}, ${id}) > (${after.user_id}, ${after.id})`;
  return db
    .select()
    .from(transactionalMails)
    .where(and(inArray(state, [...WAITING_STATES]), isNotNull(template_id), isNotNull(content), isNext))
    .orderBy(asc(user_id), asc(id))
    .limit(BATCH);
}
