/* Reminders by rules: what staff settle, look at, and try on themselves. `delivery.ts` sends them. */

import { hasDeadButton, isEmpty, isWhole } from "#src/features/admin/notifications/broadcast-rules.ts";
import { requireStaff } from "#src/features/identity/accounts/accounts.ts";
import { requireRecentProof } from "#src/features/identity/accounts/reauthentication.ts";
import { tellNews } from "#src/features/reach/notifications/news.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { LANGUAGES } from "#src/lib/language.ts";
import { addDays } from "#src/lib/time.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { translatorFor } from "#src/platform/languages.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { type Figures, REMINDER_ERRORS, type Reminder, type Settings } from "./contract.ts";
import { reminderChanged, reminderSwitchedOff, reminderSwitchedOn } from "./events.ts";
import { firstSettings } from "./first-settings.ts";
import { composeReminder, reminderMail } from "./mails.ts";
import { FIGURES_DAYS, REMINDER_NAMES, REMINDERS, type ReminderName } from "./rules.ts";
import {
  findFigures,
  findRule,
  insertRule,
  listRuleRows,
  lockRule,
  type RuleRow,
  updateRule,
} from "./store.ts";

interface OfReminder {
  rule: ReminderName;
}

export async function listReminders({ db }: StaffCtx): Promise<{ items: Reminder[] }> {
  const rows = new Map((await listRuleRows(db)).map((row) => [row.rule, row]));
  return { items: REMINDER_NAMES.map((rule) => toReminder(rule, rows.get(rule))) };
}

export async function saveReminder(
  ctx: StaffCtx,
  { rule, ...input }: Settings & OfReminder,
): Promise<Reminder> {
  const settings = { ...input, channels: [...new Set(input.channels)] };
  requireComplete(settings);
  return ctx.write(async (ctx) => {
    const row = await lockReminder(ctx, rule);
    await updateRule(ctx.db, rule, { ...settings, updated_at: ctx.now().toISOString() });
    await ctx.announce(reminderChanged, { account: INSTANCE, subject: rule, payload: { rule } });
    return toReminder(rule, { ...row, ...settings });
  });
}

function requireComplete({ versions, channels }: Settings): void {
  if (!isWhole(versions.en)) throw failure(REMINDER_ERRORS, "REMINDER_EMPTY");
  if (Object.values(versions).some((version) => !isWhole(version) && !isEmpty(version)))
    throw failure(REMINDER_ERRORS, "REMINDER_HALF");
  if (Object.values(versions).some(hasDeadButton)) throw failure(REMINDER_ERRORS, "REMINDER_BUTTON");
  if (channels.length === 0) throw failure(REMINDER_ERRORS, "REMINDER_CHANNEL_MISSING");
}

/** Takes a fresh proof of who switches one on, because it writes to people from then on. */
export async function turnReminder(
  ctx: StaffCtx,
  { rule, is_on, reason }: OfReminder & { is_on: boolean; reason: string },
): Promise<Reminder> {
  if (reason === "") throw failure(REMINDER_ERRORS, "REMINDER_REASON_MISSING");
  if (is_on) await requireRecentProof(ctx, requireStaff(ctx));
  return ctx.write(async (ctx) => {
    const row = await lockReminder(ctx, rule);
    if (row.is_on === is_on) return toReminder(rule, row);
    await updateRule(ctx.db, rule, { is_on, after_id: "", updated_at: ctx.now().toISOString() });
    const event = is_on ? reminderSwitchedOn : reminderSwitchedOff;
    await ctx.announce(event, { account: INSTANCE, subject: rule, payload: { rule, reason } });
    return toReminder(rule, { ...row, is_on });
  });
}

export async function previewReminder(
  ctx: StaffCtx,
  written: Omit<Parameters<typeof composeReminder>[1], "account">,
) {
  const { renderEmail, senderOf } = await import("#src/platform/mail/render-email.tsx");
  const { person } = requireStaff(ctx);
  const email = { ...(await composeReminder(ctx, { ...written, account: person.id })), to: person.email };
  const wording = { language: written.language, say: await translatorFor(written.language) };
  const { subject, html, text } = renderEmail(email, senderOf(ctx), wording);
  return { subject, html, text };
}

/** Each time is a message of its own, and none counts for how much they may get. */
export async function testReminder(ctx: StaffCtx, { rule }: OfReminder): Promise<{ to: string }> {
  const { person } = requireStaff(ctx);
  const account = person.id;
  return ctx.write(async (ctx) => {
    const { versions, channels } = (await findRule(ctx.db, rule)) ?? firstSettings(rule);
    for (const test of LANGUAGES.filter((language) => isWhole(versions[language]))) {
      const occasion = `test ${ctx.newId()}`;
      await tellNews(ctx, {
        key: `reminder:${rule}:${occasion}`,
        channels: channels.filter((channel) => channel !== "email"),
        items: [{ person: account, text: versions[test].title, path: REMINDERS[rule].target.path }],
      });
      if (channels.includes("email"))
        await enqueueMail(ctx, {
          mail: reminderMail,
          to: person.email,
          data: { rule, account, occasion, test },
          account,
        });
    }
    return { to: person.email };
  });
}

export function getFigures({ db, now }: StaffCtx, { rule }: OfReminder): Promise<Figures> {
  return findFigures(db, { rule, since: addDays(now(), -FIGURES_DAYS) });
}

/** Two changes of one that nobody has changed before wait for each other, too. */
async function lockReminder(ctx: StaffCtx, rule: ReminderName): Promise<RuleRow> {
  const updated_at = ctx.now().toISOString();
  await insertRule(ctx.db, { rule, is_on: false, ...firstSettings(rule), updated_at });
  return (await lockRule(ctx.db, rule)) as RuleRow;
}

function toReminder(rule: ReminderName, row: (Settings & { is_on: boolean }) | undefined): Reminder {
  const { is_on, delay_days, channels, repeat_days, times_max, versions } = row ?? {
    is_on: false,
    ...firstSettings(rule),
  };
  return { rule, is_on, delay_days, channels, repeat_days, times_max, versions };
}
