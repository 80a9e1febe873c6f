/* The batch that an e-mail of what goes on by itself goes out in, whenever somebody gets it. */
import {
  enqueueBatchSends,
  findBatch,
  insertRecipients,
  loadSenders,
  lockBatch,
  moveBatch,
  startBatch,
  versionSenders,
} from "#src/features/email/delivery/delivery.ts";
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type MailedPerson, recipientsAmong } from "./enrollment-store.ts";

/** It sends whenever it runs, so nothing in its batches is late. */
const LATE_MINUTES = 30 * 24 * 60;

/** Who remembers the batch, and what it says. */
export interface BatchHome {
  mailbox_id: string | null;
  topic: string;
  find(): Promise<string | undefined>;
  /** False if another transaction was first. */
  insert(batchId: string): Promise<boolean>;
  findSnapshot(): Promise<Snapshot | undefined>;
  /** What its versions say, if they're tested. */
  variants?: Snapshot[] | undefined;
}

/** Gives people a row in the ledger. The batch, which their version may depend on, begins with the first of them. */
export async function sendInBatch(
  ctx: Ctx,
  home: BatchHome,
  peopleOf: (batchId: string) => readonly MailedPerson[] | Promise<readonly MailedPerson[]>,
): Promise<void> {
  const id = await ensureBatch(ctx, home);
  const key = { user_id: ctx.account, id };
  await lockBatch(ctx.db, key);
  const batch = await findBatch(ctx.db, key);
  if (batch?.state === "done") await moveBatch(ctx, key, "sending");
  const { mailbox_id } = home;
  const shares = mailbox_id === null ? [] : [{ mailbox_id, sender_index: 0, share: 1 }];
  const people = recipientsAmong(ctx.account, await peopleOf(id), ctx.now().toISOString());
  const ways = await loadSenders(ctx, shares);
  const { variants } = home;
  const own = variants && versionSenders(mailboxIdsOf(home), variants);
  await insertRecipients(ctx.db, key, { people, isTested: variants !== undefined, ways, before: 0, own });
  await enqueueBatchSends(ctx, id);
}

/** The sending account, and then those that only its versions go through. */
function mailboxIdsOf({ mailbox_id, variants = [] }: BatchHome): string[] {
  const own = variants.flatMap((version) => version.mailbox_id ?? []);
  return [...new Set([...(mailbox_id === null ? [] : [mailbox_id]), ...own])];
}

async function ensureBatch(ctx: Ctx, home: BatchHome): Promise<string> {
  const known = await home.find();
  if (known !== undefined) return known;
  const id = ctx.newId();
  const snapshot = await home.findSnapshot();
  if (!snapshot) throw new Error("A published e-mail has its content.");
  // Another node that’s a moment earlier makes this one wait, and then its batch is the one.
  if (!(await home.insert(id))) return (await home.find()) ?? id;
  await startBatch(ctx, {
    id,
    topic: home.topic,
    tracking: "each",
    mailbox_ids: mailboxIdsOf(home),
    shares: mailboxIdsOf(home).map((_, at) => (at === 0 ? 1 : 0)),
    snapshot,
    variants: home.variants ?? [],
    sender_recipients: [0],
    rest_hours: null,
    late_minutes: LATE_MINUTES,
  });
  return id;
}
