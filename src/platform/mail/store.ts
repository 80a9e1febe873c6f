import { and, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { Db } from "../db/database.ts";
import { isPartOf, type ListShape, readPage, sortBy } from "../db/list.ts";
import { isAmong } from "../db/rows.ts";
import { mails } from "../tables.ts";

export type MailRow = typeof mails.$inferSelect;
export type SavedMail = Pick<MailRow, "id" | "kept_as">;

/** False if one of its kind already exists under its idempotency key. */
export async function insertMail(db: Db, mail: typeof mails.$inferInsert): Promise<boolean> {
  const rows = await db.insert(mails).values(mail).onConflictDoNothing().returning({ id: mails.id });
  return rows.length > 0;
}

export async function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  return row;
}

const LIST: ListShape<"newest"> = {
  // Ids are in chronological order.
  sorts: { newest: sortBy(mails.id) },
  tie: [],
  usual: { sort: "newest", order: "desc" },
};

/** Lists e-mail to addresses that contain `recipient`, newest first. */
export function listMails(
  db: Db,
  { recipient, cursor, rows }: { recipient: string; cursor?: string | undefined; rows: number },
) {
  const found = recipient === "" ? undefined : isPartOf(sql`${mails.recipient}`, recipient);
  return readPage({ shape: LIST, request: { cursor }, rows }, ({ key, after, orderBy, limit }) =>
    db
      .select({ key, mail: mails })
      .from(mails)
      .where(and(found, after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/**
 * Records that an attempt begins and returns the e-mail as it was before, or undefined if it's already done.
 * One that's already `sending` was left that way by a killed attempt.
 */
export async function claimMail(
  db: Db,
  { id, now, mayDouble }: { id: string; now: string; mayDouble: boolean },
): Promise<MailRow | undefined> {
  const [row] = await db
    .update(mails)
    .set({
      state: "sending",
      tries: sql`${mails.tries} + 1`,
      tried_at: now,
      maybe_twice: sql`${mails.maybe_twice} or (${mayDouble} and ${mails.state} = 'sending')`,
    })
    .where(and(eq(mails.id, id), inArray(mails.state, ["queued", "sending"])))
    .returning();
  return row;
}

type Outcome = Pick<MailRow, "state" | "outcome"> &
  Partial<Pick<MailRow, "due_at" | "kept_as" | "recipient">>;

/** Records the outcome of an attempt, unless another one has begun since. */
export async function updateMailOutcome(
  db: Db,
  { id, tries }: Pick<MailRow, "id" | "tries">,
  ending: Outcome,
): Promise<boolean> {
  const rows = await db
    .update(mails)
    .set(ending)
    .where(and(eq(mails.id, id), eq(mails.state, "sending"), eq(mails.tries, tries)))
    .returning({ id: mails.id });
  return rows.length > 0;
}

/** Gives an e-mail that used up its attempts one more. False if it hasn't failed. */
export async function updateFailedToQueued(
  db: Db,
  { id, now }: { id: string; now: string },
): Promise<boolean> {
  const rows = await db
    .update(mails)
    .set({ state: "queued", tries: 0, due_at: now })
    .where(and(eq(mails.id, id), eq(mails.state, "failed")))
    .returning({ id: mails.id });
  return rows.length > 0;
}

const ABOUT_AT_ONCE = 1000;

/** Returns the files of those that were saved. */
export async function deleteMailsAbout(db: Db, account: string, about: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  // Batches keep the embedded database free for others.
  for (let at = 0; at < about.length; at += ABOUT_AT_ONCE) {
    const some = about.slice(at, at + ABOUT_AT_ONCE);
    const rows = await db
      .delete(mails)
      .where(and(eq(mails.account, account), isAmong(mails.about, some)))
      .returning({ kept_as: mails.kept_as });
    files.push(...rows.flatMap(({ kept_as }) => kept_as ?? []));
  }
  return files;
}

/** Lists some of the e-mail about an account or to its owner's address. */
export function listMailsOf(
  db: Db,
  { account, email, limit }: { account: string; email: string; limit: number },
): Promise<SavedMail[]> {
  return db
    .select({ id: mails.id, kept_as: mails.kept_as })
    .from(mails)
    .where(or(eq(mails.account, account), eq(mails.recipient, email)))
    .limit(limit);
}

export function listMailsOfKind(
  db: Db,
  { template, before }: { template: string; before: string },
): Promise<SavedMail[]> {
  return db
    .select({ id: mails.id, kept_as: mails.kept_as })
    .from(mails)
    .where(and(eq(mails.template, template), lt(mails.created_at, before)));
}

export async function deleteMails(db: Db, ids: readonly string[]): Promise<void> {
  await db.delete(mails).where(inArray(mails.id, [...ids]));
}

export async function purgeMailsBefore(db: Db, time: string): Promise<void> {
  await db.delete(mails).where(lt(mails.created_at, time));
}
