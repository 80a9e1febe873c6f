import {
  closeAccount,
  deletePerson,
  listDueForDeletion,
  requireMember,
  requirePerson,
} from "#src/features/identity/accounts/accounts.ts";
import { accountErased } from "#src/features/identity/accounts/events.ts";
import { requireRecentSignIn } from "#src/features/identity/accounts/reauthentication.ts";
import { listProfileIds } from "#src/features/pages/profiles/profiles.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { addDays, addHours } from "#src/lib/time.ts";
import {
  type AccountKeys,
  type AccountPart,
  accountParts,
  countAccountRows,
  eraseAccountRows,
} from "#src/platform/account-data-registry.ts";
import type { Ctx, Person, Platform } from "#src/platform/context.ts";
import { enqueueMail, eraseMailOfKind } from "#src/platform/mail/outbox.ts";
import { ACCOUNT_DATA_ERRORS, type Deletion } from "./contract.ts";
import { closingMail, goodbyeMail } from "./mails.ts";
import { GOODBYE_HOURS, GRACE_DAYS } from "./rules.ts";

/** Few enough not to block the embedded database for long. */
const BATCH_ROWS = 500;

/** Returns whether the account is going to be deleted, and the data that will be deleted with it. */
export async function getDeletion(ctx: Ctx): Promise<Deletion> {
  const person = requirePerson(ctx);
  const keys = await keysOf(ctx, person);
  const holds = [];
  for (const table of accountParts().flatMap(({ tables }) => tables)) {
    const { label } = table;
    if (label === undefined) continue;
    const { total: count, is_estimate } = await countAccountRows(ctx.db, table, keys);
    if (count > 0) holds.push({ label, count, is_estimate });
  }
  return {
    due_at: person.deletion_due_at,
    grace_days: GRACE_DAYS,
    confirmation: person.email,
    refusal: isFounder(person) ? ACCOUNT_DATA_ERRORS.FOUNDER_STAYS.message : null,
    holds,
  };
}

function isFounder({ role }: Person): boolean {
  return role === "founder";
}

/** Closes the account at once, and deletes it after its owner has had time to change their mind. */
export async function deleteAccount(
  ctx: Ctx,
  { confirmation }: { confirmation: string },
): Promise<{ due_at: string | null }> {
  const member = requireMember(ctx);
  const { person } = member;
  if (isFounder(person)) throw failure(ACCOUNT_DATA_ERRORS, "FOUNDER_STAYS");
  if (confirmation.trim().toLowerCase() !== person.email.toLowerCase())
    throw failure(ACCOUNT_DATA_ERRORS, "CONFIRMATION_WRONG");
  if (person.deletion_due_at !== null) return { due_at: person.deletion_due_at };
  await requireRecentSignIn(ctx);
  return ctx.write(async (ctx) => {
    const { id: account, email } = person;
    const { dueAt, isNew } = await closeAccount(ctx, {
      member,
      dueAt: new Date(addDays(ctx.now(), GRACE_DAYS)),
    });
    const due_at = dueAt?.toISOString() ?? null;
    if (isNew && due_at)
      await enqueueMail(ctx, { mail: closingMail, to: email, data: { account, email, due_at }, account });
    return { due_at };
  });
}

/**
 * Erases the accounts whose time is up, and the addresses of their last e-mail. After an interruption, the
 * remaining rows show where to continue, because the person is deleted last.
 */
export async function eraseDueAccounts(platform: Platform): Promise<void> {
  const now = platform.now();
  const before = addHours(now, -GOODBYE_HOURS);
  await eraseMailOfKind(platform, { template: goodbyeMail.template, before });
  for (const person of await listDueForDeletion(platform.db, now)) {
    platform.abortSignal.throwIfAborted();
    await eraseAccount(platform, person);
  }
}

type Leaving = Pick<Person, "id" | "email"> & { due_at: Date | null };

async function eraseAccount(platform: Platform, { id, email, due_at }: Leaving): Promise<void> {
  const keys = await keysOf(platform, { id, email });
  const closedAt = new Date(addDays(due_at ?? platform.now(), -GRACE_DAYS));
  for (const part of accountParts()) await erasePart(platform, part, { keys, closedAt });
  await platform.write(async (ctx) => {
    const language = await platform.mail.languageOf(ctx.db, email);
    await deletePerson(ctx, { id, email });
    await enqueueMail(ctx, { mail: goodbyeMail, to: email, data: { email, language } });
    await ctx.announce(accountErased, { account: INSTANCE, subject: INSTANCE, payload: {} });
  });
}

async function erasePart(
  platform: Platform,
  { tables, erase }: AccountPart,
  { keys, closedAt }: { keys: AccountKeys; closedAt: Date },
) {
  await erase?.(platform, keys, closedAt);
  for (const table of tables.filter(({ isErasedApart }) => !isErasedApart)) {
    let gone: number;
    do {
      platform.abortSignal.throwIfAborted();
      gone = await eraseAccountRows(platform.db, table, { keys, most: BATCH_ROWS });
    } while (gone === BATCH_ROWS);
  }
}

async function keysOf({ db }: Platform, { id, email }: Pick<Person, "id" | "email">): Promise<AccountKeys> {
  return { account: id, email, profileIds: await listProfileIds(db, id) };
}
