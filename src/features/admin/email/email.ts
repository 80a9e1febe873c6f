/*
 * The e-mail of all accounts, for staff: how it's going, what waits, what became of one message, and the emergency stops.
 * Sending itself belongs to `delivery`, and the instance's own e-mail to `outbox`.
 */
import { stopAccountByStaff } from "#src/features/email/campaigns/review/review.ts";
import { messageNamed } from "#src/features/email/delivery/delivery.ts";
import { readReturn, replayReturn } from "#src/features/email/inbound/replay.ts";
import { SENDING } from "#src/features/email/sending-accounts/settings.ts";
import { mailNamed } from "#src/features/email/transactional/transactional.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { updateSettings } from "#src/features/instance/settings/settings.ts";
import { normalEmail } from "#src/lib/email-address.ts";
import { isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { cleanText } from "#src/lib/text.ts";
import { addDays } from "#src/lib/time.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { type CheckedReturn, EMAIL_ERRORS, type EmailOverview } from "./contract.ts";
import { allSendingStopped, returnReplayed } from "./events.ts";
import type { AccountSort } from "./rules.ts";
import {
  findMessageOwner,
  findProgramMail,
  findQueue,
  findTotals,
  listAccounts,
  listMessagesTo,
  listReceivers,
  listSuppressions,
} from "./store.ts";

const WORDS_CHARS_MAX = 200;

const since = ({ now }: StaffCtx, days: number) => new Date(addDays(now(), -days));

export async function getOverview(ctx: StaffCtx, { days }: { days: number }): Promise<EmailOverview> {
  const [totals, queue] = await Promise.all([findTotals(ctx.db, since(ctx, days)), findQueue(ctx.db)]);
  return {
    is_stopped: !ctx.settings.get(SENDING),
    totals,
    queue: {
      waiting: queue?.waiting ?? 0,
      deferred: queue?.deferred ?? 0,
      oldest_at: queue?.oldest_at ?? null,
      in_progress: queue?.in_progress ?? 0,
      uncertain: queue?.uncertain ?? 0,
    },
    programs: { waiting: queue?.programs ?? 0, oldest_at: queue?.programs_oldest_at ?? null },
    instance: {
      waiting: queue?.instance ?? 0,
      failed: queue?.instance_failed ?? 0,
      oldest_at: queue?.instance_oldest_at ?? null,
    },
    first_campaigns: queue?.first_campaigns ?? 0,
  };
}

export async function listSendingAccounts(
  ctx: StaffCtx,
  { days, sort }: { days: number; sort: AccountSort },
) {
  return { items: await listAccounts(ctx.db, { since: since(ctx, days), sort }) };
}

export async function listReceivingHosts(ctx: StaffCtx, { days }: { days: number }) {
  return { items: await listReceivers(ctx.db, since(ctx, days)) };
}

export async function findMessages(ctx: StaffCtx, { q }: { q: string }) {
  return { items: await listMessagesTo(ctx.db, normalEmail(cleanText(q, WORDS_CHARS_MAX))) };
}

export async function findSuppressions(ctx: StaffCtx, { q }: { q: string }) {
  const words = cleanText(q, WORDS_CHARS_MAX).trim();
  return { items: words === "" ? [] : await listSuppressions(ctx.db, words) };
}

const IDS_LOOKED_AT = 20;

/** The first of our messages among Message-IDs, in whatever account. */
async function findOurs({ db }: StaffCtx, ids: readonly string[]) {
  for (const message_id of ids.slice(0, IDS_LOOKED_AT)) {
    const [named, id] = [messageNamed(message_id), mailNamed(message_id)];
    const found = named
      ? await findMessageOwner(db, named)
      : id !== undefined && (await findProgramMail(db, id));
    if (found) return { ...found, message_id };
  }
  return undefined;
}

/** Says how an e-mail that came back is read and what it's about. Applying it twice counts once. */
export async function checkReturn(
  ctx: StaffCtx,
  { source, is_applied }: { source: string; is_applied: boolean },
): Promise<CheckedReturn> {
  if (source.trim() === "") throw failure(EMAIL_ERRORS, "SOURCE_EMPTY");
  const by = ctx.actor.type === "staff" ? ctx.actor.person.id : "";
  const reading = await readReturn(by, Buffer.from(source));
  const ours = await findOurs(ctx, reading.ids);
  let isDone = false;
  if (is_applied && ours) {
    const { account, message_id } = ours;
    isDone = await ctx.write(async (ctx) => {
      const isRecorded = await replayReturn(ctx, reading, { account: account.id, message_id });
      if (isRecorded) {
        const about = { account: account.id, subject: message_id, payload: { verdict: reading.kind } };
        await ctx.announce(returnReplayed, about);
      }
      return isRecorded;
    });
  }
  const after = isDone ? await findOurs(ctx, reading.ids) : ours;
  return {
    verdict: reading.kind,
    recipient: reading.recipient,
    words: reading.words,
    message: after ? { account: after.account, name: after.name, state: after.state } : null,
    is_applied: isDone,
  };
}

interface Stop {
  is_stopped: boolean;
  reason: string;
}

/** Every node stops within two seconds, because each reads the setting before each attempt. */
export async function stopAll(ctx: StaffCtx, { is_stopped, reason }: Stop) {
  if (reason === "") throw failure(EMAIL_ERRORS, "REASON_MISSING");
  if (ctx.settings.look(SENDING).source === "environment") throw failure(EMAIL_ERRORS, "SENDING_FIXED");
  return ctx.write(async (ctx) => {
    await updateSettings(ctx, { values: { [SENDING.name]: is_stopped ? "off" : null } });
    await ctx.announce(allSendingStopped, {
      account: INSTANCE,
      subject: INSTANCE,
      payload: { is_stopped, reason },
    });
    return { is_stopped };
  });
}

export async function stopAccount(ctx: StaffCtx, { id, is_stopped, reason }: Stop & { id: string }) {
  if (reason === "") throw failure(EMAIL_ERRORS, "REASON_MISSING");
  const owner = isPersonId(id) ? await findPerson(ctx.db, id) : undefined;
  if (!owner) throw failure(EMAIL_ERRORS, "ACCOUNT_NOT_FOUND");
  return ctx.write(async (ctx) => {
    await stopAccountByStaff(ctx, { account: id, email: owner.email, is_stopped, reason });
    return { is_stopped };
  });
}
