/* What staff do about a request for help: answer, note, close and reopen. */
import { personOf } from "#src/features/public/moderation/cases/cases.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { isBlank } from "#src/lib/text.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { type Answer, type Note, REQUEST_ERRORS } from "./contract.ts";
import { helpAnswered, helpClosed, helpNoted, helpReopened } from "./events.ts";
import { answerMail } from "./mails.ts";
import { requireRequest, requireUntaken } from "./queue.ts";
import { MESSAGES_MAX, NOTES_MAX, parseMessage, type RequestState, reopened } from "./rules.ts";
import {
  countMessages,
  findLastQuestion,
  findMessage,
  findNote,
  insertMessage,
  insertNote,
  listNotes,
  type RequestRow,
  updateRequest,
} from "./store.ts";

interface OfRequest {
  id: string;
}

/** The answer and its e-mail are one transaction, and sent twice under one id they're one answer and one e-mail. */
export async function answerRequest(ctx: StaffCtx, input: Answer): Promise<{ state: RequestState }> {
  const text = parseMessage(input.text);
  return ctx.write(async (ctx) => {
    const row = await requireRequest(ctx, input.id);
    const sent = await findMessage(ctx.db, input.message_id);
    if (sent?.request_id === row.id) return { state: row.state };
    await requireAnswerable(ctx, row, input);
    if (sent || isBlank(text)) throw failure(REQUEST_ERRORS, "MESSAGE_MISSING");
    const now = ctx.now().toISOString();
    await insertMessage(ctx.db, {
      id: input.message_id,
      request_id: row.id,
      account_id: row.account_id,
      is_answer: true,
      written_by: personOf(ctx),
      text,
      created_at: now,
    });
    const state = input.closes ? "closed" : "waiting";
    const closed_at = input.closes ? now : null;
    await updateRequest(ctx.db, row.id, { state, closed_at, updated_at: now, assignee_id: personOf(ctx) });
    await ctx.announce(helpAnswered, newsOf(row));
    const data = { id: row.id, message_id: input.message_id };
    const account = row.account_id === null ? {} : { account: row.account_id };
    await enqueueMail(ctx, { mail: answerMail, to: row.email, data, once: input.message_id, ...account });
    return { state };
  });
}

async function requireAnswerable(
  ctx: StaffCtx,
  row: RequestRow,
  { last_message_id }: Pick<Answer, "last_message_id">,
): Promise<void> {
  requireUntaken(ctx, row);
  if (last_message_id !== undefined && !(await hasReadAll(ctx, row, last_message_id)))
    throw failure(REQUEST_ERRORS, "REQUEST_CHANGED");
  if ((await countMessages(ctx.db, row.id)) >= MESSAGES_MAX) throw failure(REQUEST_ERRORS, "REQUEST_FULL");
}

/** Whether a message is the last that the person wrote, or one after that. */
async function hasReadAll({ db }: StaffCtx, { id }: RequestRow, messageId: string): Promise<boolean> {
  const read = await findMessage(db, messageId);
  if (read?.request_id !== id) return false;
  const last = await findLastQuestion(db, id);
  return !last || last.id === read.id || last.created_at < read.created_at;
}

/** Whoever has the request, colleagues may note something about it. */
export async function noteOnRequest(ctx: StaffCtx, input: Note): Promise<{ id: string }> {
  const text = parseMessage(input.text);
  return ctx.write(async (ctx) => {
    const row = await requireRequest(ctx, input.id);
    const id = input.message_id;
    const sent = await findNote(ctx.db, id);
    if (sent?.request_id === row.id) return { id };
    if (sent || isBlank(text)) throw failure(REQUEST_ERRORS, "MESSAGE_MISSING");
    if ((await listNotes(ctx.db, row.id)).length >= NOTES_MAX) throw failure(REQUEST_ERRORS, "REQUEST_FULL");
    const { account_id, number } = row;
    const created_at = ctx.now().toISOString();
    await insertNote(ctx.db, {
      id,
      request_id: row.id,
      account_id,
      written_by: personOf(ctx),
      text,
      created_at,
    });
    await ctx.announce(helpNoted, { account: INSTANCE, subject: row.id, payload: { number } });
    return { id };
  });
}

export async function closeRequest(ctx: StaffCtx, { id }: OfRequest): Promise<{ state: RequestState }> {
  return ctx.write(async (ctx) => {
    const row = await requireRequest(ctx, id);
    if (row.state === "closed") throw failure(REQUEST_ERRORS, "REQUEST_CLOSED");
    requireUntaken(ctx, row);
    const now = ctx.now().toISOString();
    await updateRequest(ctx.db, id, { state: "closed", closed_at: now, updated_at: now });
    await ctx.announce(helpClosed, newsOf(row));
    return { state: "closed" };
  });
}

export async function reopenRequest(ctx: StaffCtx, { id }: OfRequest): Promise<{ state: RequestState }> {
  return ctx.write(async (ctx) => {
    const row = await requireRequest(ctx, id);
    if (row.state !== "closed") throw failure(REQUEST_ERRORS, "REQUEST_OPEN");
    const now = ctx.now().toISOString();
    await updateRequest(ctx.db, id, { ...reopened(row, now), updated_at: now });
    await ctx.announce(helpReopened, newsOf(row));
    return { state: "open" };
  });
}

function newsOf({ id, number, account_id }: RequestRow) {
  return { account: account_id ?? INSTANCE, subject: id, payload: { number } };
}
