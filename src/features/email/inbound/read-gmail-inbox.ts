/* Reads new e-mail in a Gmail inbox: a few at a time, each step recorded. */
import { GmailError, type requireMailbox } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { findGmailMessage, getHistoryId, listGmailHistory, listGmailSince } from "./gmail-inbox.ts";
import { processSource, REREAD_DAYS, type ReadSession } from "./read-inbox.ts";
import { type DeferredMessage, GMAIL_START, type GmailCatchUp } from "./rules.ts";

type Mailbox = Awaited<ReturnType<typeof requireMailbox>>;

/** A poll has to end before its job's time limit. */
const MS_MAX = 30_000;
/** Within Google's rate limit. */
const AT_ONCE = 5;
/**
 * Single e-mails that Google fails to return are retried for a day. If there are more, the e-mails aren't the
 * problem.
 */
const ASIDE_MAX = 20;
const ASIDE_DAYS = 1;

interface Look {
  reading: ReadSession;
  box: Mailbox;
  until: number;
  /** Updated along the way. */
  aside: DeferredMessage[];
}

const isOver = ({ reading, until }: Look) => reading.ctx.abortSignal.aborted || performance.now() > until;

/** Returns true once there's nothing more to read for now. */
export async function readGmailInbox(reading: ReadSession, box: Mailbox): Promise<boolean> {
  const { ctx, inbox, save } = reading;
  // E-mail from before the setup isn't a reply to us, and positions in another inbox mean nothing here.
  if (inbox.history_id === null || inbox.username !== box.from_address) {
    const history_id = await getHistoryId(ctx, box);
    await save({ ...GMAIL_START, username: box.from_address, history_id });
    return true;
  }
  const look: Look = { reading, box, until: performance.now() + MS_MAX, aside: inbox.put_aside };
  await tryAgain(look);
  if (inbox.catching_up) return resync(look, inbox.catching_up);
  const news = await listGmailHistory(ctx, box, inbox.history_id);
  // The position comes first, so that e-mail that arrives in the meantime is read twice rather than never.
  if (!news) return resync(look, { next: await getHistoryId(ctx, box), last: "" });
  const { messages, next, isLast } = news;
  for (let at = 0; at < messages.length; at += AT_ONCE) {
    if (at > 0 && isOver(look)) return false;
    const some = messages.slice(at, at + AT_ONCE);
    const put_aside = await processMessages(
      look,
      some.map(({ id }) => id),
    );
    // A position is complete once all e-mail at it is.
    const place = some.at(-1)?.place;
    const isWhole = place !== messages[at + AT_ONCE]?.place;
    await save({ put_aside, ...(isWhole && { history_id: place }) });
  }
  await save({ history_id: next });
  return isLast;
}

/** Google has dropped our position, so it reads everything since a time. That may take several polls. */
async function resync(look: Look, { next, last }: GmailCatchUp): Promise<boolean> {
  const { ctx, inbox, save } = look.reading;
  await save({ catching_up: { next, last } });
  const since = new Date(addDays(inbox.checked_at ?? inbox.created_at, -REREAD_DAYS));
  const all = await listGmailSince(ctx, look.box, since);
  const ids = all.slice(all.indexOf(last) + 1);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    if (at > 0 && isOver(look)) return false;
    const some = ids.slice(at, at + AT_ONCE);
    const put_aside = await processMessages(look, some);
    await save({ put_aside, catching_up: { next, last: some.at(-1) as string } });
  }
  await save({ history_id: next, catching_up: null });
  // Later e-mail is in the history from there on.
  return false;
}

/** Retries e-mails that Google failed to return, until their time is up. */
async function tryAgain(look: Look): Promise<void> {
  const ids = look.aside.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const put_aside = await processMessages(look, some);
    await look.reading.save({ put_aside });
    if (isOver(look) || put_aside.some(({ id }) => some.includes(id))) return;
  }
}

/** Returns the e-mails put aside so far, to be saved. Throws if the problem isn't about single e-mails. */
async function processMessages(look: Look, ids: readonly string[]): Promise<DeferredMessage[]> {
  const { reading, box } = look;
  const { ctx } = reading;
  const found = await Promise.allSettled(ids.map((id) => findGmailMessage(ctx, box, id)));
  const troubles: unknown[] = [];
  const failed: string[] = [];
  for (const [index, result] of found.entries()) {
    const name = ids[index] as string;
    if (result.status === "rejected") {
      failed.push(name);
      troubles.push(result.reason);
    } else if (result.value) {
      const { source, ...arrival } = result.value;
      await processSource(reading, source, { ...arrival, name });
    }
  }
  const isOfAll = (trouble: unknown) => !(trouble instanceof GmailError) || trouble.isAboutAll;
  const aside = asideAfter(ctx, look.aside, { ids, failed });
  const isTooMuch = ctx.abortSignal.aborted || aside.length > ASIDE_MAX;
  const trouble = troubles.find((trouble) => isTooMuch || isOfAll(trouble));
  if (trouble !== undefined) throw trouble;
  look.aside = aside;
  return aside;
}

/** E-mails that failed again go to the end, unless their time is up. */
function asideAfter(
  { now, log }: Platform,
  aside: readonly DeferredMessage[],
  { ids, failed }: { ids: readonly string[]; failed: readonly string[] },
): DeferredMessage[] {
  const oldest = addDays(now(), -ASIDE_DAYS);
  const again = failed.map((id) => aside.find((one) => one.id === id) ?? { id, since: now().toISOString() });
  for (const { id } of again.filter(({ since }) => since < oldest))
    log.warn({ name: id }, "Google never handed out an e-mail");
  return [...aside.filter(({ id }) => !ids.includes(id)), ...again.filter(({ since }) => since >= oldest)];
}
