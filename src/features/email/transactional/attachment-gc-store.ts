import { and, asc, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { WAITING_STATES } from "./rules.ts";
import type { MailRow } from "./store.ts";
import { transactionalMails } from "./tables.ts";

const BATCH = 200;

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
