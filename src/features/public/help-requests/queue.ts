/* Requests for help, as staff work through them. */
import { personOf } from "#src/features/public/moderation/cases/cases.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { type HelpRequest, type HelpRequestDetail, REQUEST_ERRORS, type RequestQuery } from "./contract.ts";
import { helpClaimed, helpReleased } from "./events.ts";
import { answerMail } from "./mails.ts";
import { listRequestRows } from "./queue-store.ts";
import {
  findPerson,
  findPersonByEmail,
  findRequest,
  listFailedAnswers,
  listMessages,
  listNames,
  listNotes,
  listOtherRequests,
  lockRequest,
  type RequestRow,
  updateRequest,
} from "./store.ts";

interface OfRequest {
  id: string;
}

export async function listRequests(
  ctx: StaffCtx,
  query: RequestQuery,
): Promise<{ items: HelpRequest[]; next?: string }> {
  const { rows, ...more } = await listRequestRows(ctx.db, { ...query, person: personOf(ctx) });
  const names = await listNames(ctx.db, known(rows.map(({ assignee_id }) => assignee_id)));
  return { items: rows.map((row) => toRequest(row, names)), ...more };
}

export async function getRequest({ db }: StaffCtx, { id }: OfRequest): Promise<HelpRequestDetail> {
  const row = isId(id) ? await findRequest(db, id) : undefined;
  if (!row) throw failure(REQUEST_ERRORS, "REQUEST_NOT_FOUND");
  const messages = await listMessages(db, id);
  const answers = messages.filter(({ is_answer }) => is_answer).map(({ id }) => id);
  const failed = await listFailedAnswers(db, answerMail.template, answers);
  const notes = await listNotes(db, id);
  const authors = [...messages, ...notes].map(({ written_by }) => written_by);
  const names = await listNames(db, known([row.assignee_id, ...authors]));
  const account = row.account_id === null ? undefined : await findPerson(db, row.account_id);
  const same = row.account_id === null ? await findPersonByEmail(db, row.email) : undefined;
  return {
    ...toRequest(row, names),
    page_url: row.page_url,
    account: account ? toAccount(account) : null,
    same_address: same ? toAccount(same) : null,
    messages: messages.map(({ id, is_answer, written_by, text, created_at }) => ({
      id,
      is_answer,
      author: personNamed(written_by, names),
      text,
      created_at,
      has_failed: failed.has(id),
    })),
    notes: notes.map(({ id, written_by, text, created_at }) => ({
      id,
      author: personNamed(written_by, names),
      text,
      created_at,
    })),
    others: await listOtherRequests(db, row),
  };
}

/** Two who claim at the same moment get one request and one refusal. */
export async function claimRequest(ctx: StaffCtx, { id, take_over }: OfRequest & { take_over: boolean }) {
  return ctx.write(async (ctx) => {
    const row = await requireRequest(ctx, id);
    const person = personOf(ctx);
    if (!take_over) requireUntaken(ctx, row);
    if (row.assignee_id !== person) {
      await updateRequest(ctx.db, id, { assignee_id: person });
      await ctx.announce(helpClaimed, { account: INSTANCE, subject: id, payload: { number: row.number } });
    }
    const names = await listNames(ctx.db, [person]);
    return { assignee: { id: person, name: names.get(person) ?? "" } };
  });
}

export async function releaseRequest(ctx: StaffCtx, { id }: OfRequest): Promise<{ released: boolean }> {
  return ctx.write(async (ctx) => {
    const row = await requireRequest(ctx, id);
    requireUntaken(ctx, row);
    if (row.assignee_id === null) return { released: false };
    await updateRequest(ctx.db, id, { assignee_id: null });
    await ctx.announce(helpReleased, { account: INSTANCE, subject: id, payload: { number: row.number } });
    return { released: true };
  });
}

/** Holds the lock until the transaction ends. */
export async function requireRequest({ db }: StaffCtx, id: string): Promise<RequestRow> {
  const row = isId(id) ? await lockRequest(db, id) : undefined;
  if (!row) throw failure(REQUEST_ERRORS, "REQUEST_NOT_FOUND");
  return row;
}

export function requireUntaken(ctx: StaffCtx, { assignee_id }: RequestRow): void {
  if (assignee_id !== null && assignee_id !== personOf(ctx)) throw failure(REQUEST_ERRORS, "REQUEST_TAKEN");
}

function toRequest(row: RequestRow, names: ReadonlyMap<string, string>): HelpRequest {
  const { id, number, subject, email, state, is_premium, created_at, waiting_since, updated_at } = row;
  const assignee = personNamed(row.assignee_id, names);
  return {
    id,
    number,
    subject,
    email,
    state,
    is_premium,
    created_at,
    waiting_since,
    updated_at,
    assignee,
  };
}

function toAccount({
  id,
  name,
  email,
  created_at,
}: {
  id: string;
  name: string;
  email: string;
  created_at: Date;
}) {
  return { id, name, email, created_at: created_at.toISOString() };
}

const personNamed = (id: string | null, names: ReadonlyMap<string, string>) =>
  id === null ? null : { id, name: names.get(id) ?? "" };

const known = (ids: readonly (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))];
