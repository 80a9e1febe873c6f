/* What whoever asked for help sees and does by their link, without signing in. */
import { parseNumber } from "#src/features/public/moderation/rules.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { isBlank } from "#src/lib/text.ts";
import type { VisitorCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { mailLink } from "./confirmations.ts";
import { helpReplied } from "./events.ts";
import { EXCHANGE_ERRORS } from "./exchange-errors.ts";
import { parseExchangeToken } from "./links.ts";
import { comesFirst } from "./requests.ts";
import { MESSAGES_MAX, parseMessage, reopened } from "./rules.ts";
import {
  countMessages,
  findMessage,
  findRequest,
  findRequestByNumber,
  insertMessage,
  listMessages,
  lockRequest,
  type MessageRow,
  type RequestRow,
  updateRequest,
} from "./store.ts";

const HOUR_S = 60 * 60;
/** Counted per network: links can't be guessed, and shouldn't be tried either. */
const OPENED: Limit = { name: "help.link", attempts: 60, seconds: HOUR_S };
const SENT: Limit = { name: "help.link-sent", attempts: 20, seconds: HOUR_S };
/** Counted per network. */
const LOOKED_UP: Limit = { name: "help.look-up", attempts: 10, seconds: HOUR_S };

export interface Exchange {
  row: RequestRow;
  messages: MessageRow[];
}

/** Undefined for links that we didn't make, and requests that aren't kept anymore. */
export async function findExchange(visit: VisitorCtx, token: string): Promise<Exchange | undefined> {
  await visit.limits.count(OPENED, visit.request.address);
  const row = await findLinked(visit, token);
  return row && { row, messages: await listMessages(visit.db, row.id) };
}

async function findLinked(visit: VisitorCtx, token: string): Promise<RequestRow | undefined> {
  const id = parseExchangeToken(visit, token);
  return id !== undefined && isId(id) ? findRequest(visit.db, id) : undefined;
}

/** The request waits for staff again, even if it was closed. One form sent twice writes one message. */
export async function writeAgain(
  visit: VisitorCtx,
  token: string,
  { text, id }: { text: string; id: string },
): Promise<void> {
  await visit.limits.count(SENT, visit.request.address);
  const linked = await findLinked(visit, token);
  if (!linked) throw failure(EXCHANGE_ERRORS, "LINK_NOT_FOUND");
  const message = parseMessage(text);
  if (isBlank(message)) throw failure(EXCHANGE_ERRORS, "MESSAGE_MISSING");
  const is_premium = await comesFirst(visit, linked);
  await visit.write(async (ctx) => {
    const row = await lockRequest(ctx.db, linked.id);
    if (!row) throw failure(EXCHANGE_ERRORS, "LINK_NOT_FOUND");
    const sent = await findMessage(ctx.db, id);
    if (sent?.request_id === row.id && sent.text === message) return;
    if ((await countMessages(ctx.db, row.id)) >= MESSAGES_MAX) throw failure(EXCHANGE_ERRORS, "REQUEST_FULL");
    const created_at = ctx.now().toISOString();
    const { account_id, number } = row;
    await insertMessage(ctx.db, {
      id: sent ? ctx.newId() : id,
      request_id: row.id,
      account_id,
      is_answer: false,
      written_by: null,
      text: message,
      created_at,
    });
    const change = { ...reopened(row, created_at), is_premium, updated_at: created_at };
    await updateRequest(ctx.db, row.id, change);
    await ctx.announce(helpReplied, {
      account: account_id ?? INSTANCE,
      subject: row.id,
      payload: { number },
    });
  });
}

/**
 * E-mails the link of a request to the address that it was sent with, and only there: whoever typed an address needn't
 * be able to read what comes to it. Whoever tries sees the same for any number and address.
 */
export async function sendLinkAgain(
  visit: VisitorCtx,
  { number, email }: { number: string; email: string },
): Promise<void> {
  await visit.limits.count(LOOKED_UP, visit.request.address);
  const typed = parseNumber(number, "H");
  const row = typed === undefined ? undefined : await findRequestByNumber(visit.db, typed);
  if (!row || row.email !== email.trim().toLowerCase()) return;
  await mailLink(visit, row);
}
