/* What sent an account's e-mail: which batches are whose, and the figures of e-mail that's sent without a batch. */
import { type SQL, sql } from "drizzle-orm";
import { inScope, type Scope, sentRollups } from "#src/features/email/delivery/figure-tables.ts";
import type { MailKind } from "./rules.ts";

export type KindScope = Scope & { kind?: MailKind | undefined };

/**
 * Whose batches are whose, with the step that they're of. Campaigns' are those that nobody else owns. Another slice that
 * sends is one more `union all` here, and a kind in `MAIL_KINDS`.
 */
const OWNED = sql.raw(`(
  select user_id, batch_id, 'sequences' as mail_kind, sequence_id as owner_id, step_id from sequence_batches
  union all select user_id, batch_id, 'rules', automation_id, action_id from automation_batches
)`);

/** Matches the rows of a table that a kind of e-mail led to. */
export function inKind(scope: KindScope, table: string, time: string): SQL {
  const { kind } = scope;
  if (kind === undefined) return inScope(scope, table, time);
  const owner = sql`(select w.mail_kind from ${OWNED} w where w.user_id = ${scope.account} and w.batch_id = ${sql.raw(`${table}.batch_id`)})`;
  return sql`${inScope(scope, table, time)} and coalesce(${owner}, 'campaigns') = ${kind}`;
}

/** Rows of a table with a `batch_id`, with `mail_kind`, `owner_id`, and `step_id` as columns. */
export const withOwners = (rows: SQL, account: string): SQL =>
  sql`select o.*, coalesce(w.mail_kind, 'campaigns') as mail_kind, w.owner_id, w.step_id from (${rows}) o
    left join ${OWNED} w on w.user_id = ${account} and w.batch_id = o.batch_id`;

const iso = (time: number) => new Date(time).toISOString();
/** When it was sent or refused. */
const SENT_AT = sql`coalesce(m.handed_over_at, m.tried_at, m.due_at)`;

/** Programs' e-mail goes out one by one, so none of it belongs to a campaign. */
const mailsInScope = ({ account, period, mailboxId, batchIds }: Scope): SQL => sql`m.user_id = ${account}
  and m.state not in ('pending', 'leased', 'uncertain', 'skipped') and ${batchIds === undefined}::boolean
  ${period ? sql`and ${SENT_AT} >= ${iso(period.from)}::timestamptz and ${SENT_AT} < ${iso(period.to)}::timestamptz` : sql``}
  ${mailboxId === undefined ? sql`` : sql`and m.mailbox_id = ${mailboxId}::uuid`}`;

/** What programs sent, in the columns of `sentRollups`. Its opens and clicks aren't counted. */
const transactionalRollups = (scope: Scope): SQL => sql`select null::uuid as batch_id, m.mailbox_id,
    split_part(m.email, '@', 2) as host, (not u.unsent)::int as sent,
    (u.unsent and (m.state = 'bounced_soft' or m.reason in ('hard', 'policy')))::int as refused,
    (not u.unsent and m.state in ('bounced_hard', 'bounced_soft'))::int as returned,
    (m.state = 'bounced_hard' or u.unsent and coalesce(m.reason, '') = 'hard')::int as bounced_hard,
    (not u.unsent and m.state = 'bounced_soft')::int as bounced_soft, (m.state = 'complained')::int as complained,
    0 as replied, 0 as unsubscribed, 0 as opened, 0 as machine_opened, 0 as clicked, 0 as clicked_unopened,
    0 as machine_clicked, false as is_tracked, m.state = 'complained' as reports,
    'transactional' as mail_kind, null::uuid as owner_id, null::text as step_id
  from transactional_mails m
  cross join lateral (select m.state = 'failed' or m.state = 'bounced_soft' and m.handed_over_at is null as unsent) u
  where ${mailsInScope(scope)}`;

/** The sums of a scope's e-mail. Without a kind, it's what goes to many: what programs send would blur its rates. */
export function rollupsOf(scope: KindScope): SQL {
  if (scope.kind === "transactional") return transactionalRollups(scope);
  const owned = withOwners(sentRollups(scope), scope.account);
  return scope.kind === undefined ? owned : sql`select * from (${owned}) k where mail_kind = ${scope.kind}`;
}

/** What happened in a scope, by time. */
export function happenedRollups(scope: KindScope): SQL {
  if (scope.kind === "transactional")
    return sql`select m.handed_over_at as at, 1 as sent, 0 as opened, 0 as clicked from transactional_mails m
      where ${mailsInScope(scope)} and m.handed_over_at is not null`;
  return sql`select r.at, r.sent, r.opened, r.clicked from mail_rollups r
    where ${inKind(scope, "r", "at")} and r.kind = 'happened'`;
}
