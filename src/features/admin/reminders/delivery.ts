/*
 * Sends reminders. Every hour, a job for each rule goes through the accounts by their ids, a stretch in a transaction
 * with where it is and whom it told: whatever a kill undoes is done again, and nothing else.
 */
import * as z from "zod";
import { tellPeople } from "#src/features/admin/notifications/channel-messages.ts";
import { isMailBusy, listWanting } from "#src/features/admin/notifications/delivery.ts";
import { claimInstanceMessage } from "#src/features/admin/notifications/frequency-cap.ts";
import { planLimitsOf } from "#src/features/money/entitlements/entitlements.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { filterTrue } from "./conditions.ts";
import { findStretch } from "./conditions-store.ts";
import { type Due, listDue } from "./due-store.ts";
import { reminderMail } from "./mails.ts";
import { REMINDER_NAMES, REMINDERS, WATCHED_DAYS } from "./rules.ts";
import { insertReceipts, listRuleRows, lockRule, type RuleRow, updateChannels, updateRule } from "./store.ts";

/** Accounts that are looked at in a statement, and those that are told in a transaction. */
export const STRETCH_ROWS = 5000;
export const BATCH_ROWS = 200;
const WAIT_SECONDS = 15;

const ofRule = z.object({ rule: z.enum(REMINDER_NAMES) });
type OfRule = z.output<typeof ofRule>;

export const reminderJob: JobType<OfRule> = { name: "reminders.rule", class: "bulk", data: ofRule };

const enqueueReminder = (ctx: Platform, { rule }: OfRule, delaySeconds = 0) =>
  ctx.enqueue(reminderJob, { rule }, { key: `${rule} ${delaySeconds}`, group: "reminders", delaySeconds });

/** Every hour: for some of the accounts, it has become morning. */
export async function runReminders(platform: Platform): Promise<void> {
  for (const row of await listRuleRows(platform.db)) if (row.is_on) await enqueueReminder(platform, row);
}

export async function runReminder(platform: Platform, { rule }: OfRule): Promise<void> {
  while (await remindSome(platform, rule)) platform.abortSignal.throwIfAborted();
}

/** False once there's nothing left to do for now. */
function remindSome(platform: Platform, rule: OfRule["rule"]): Promise<boolean> {
  return platform.write(async (ctx) => {
    const row = await lockRule(ctx.db, rule);
    if (!row?.is_on) return false;
    if (row.channels.includes("email") && (await isMailBusy(ctx, reminderMail))) {
      await enqueueReminder(ctx, row, WAIT_SECONDS);
      return false;
    }
    const stretch = await findStretch(ctx.db, { rule, after: row.after_id, rows: STRETCH_ROWS });
    if (!stretch) {
      await updateRule(ctx.db, rule, { after_id: "" });
      return false;
    }
    const due = await listDue(ctx.db, {
      ...stretch,
      rule,
      settings: row,
      now: ctx.now(),
      limits: planLimitsOf(ctx),
      byClock: true,
      most: BATCH_ROWS,
    });
    await remind(ctx, row, await filterTrue(ctx, rule, due));
    // A full batch may leave others of the stretch for the next one.
    const last = due.length < BATCH_ROWS ? stretch.last : due.at(-1)?.account;
    await updateRule(ctx.db, rule, { after_id: last ?? stretch.last });
    return true;
  });
}

async function remind(ctx: Platform, row: RuleRow, due: readonly Due[]): Promise<void> {
  const { rule, channels } = row;
  const message = `reminder:${rule}:${ctx.newId()}`;
  const wanting = await listWanting(
    ctx,
    due.map(({ account }) => account),
    channels,
  );
  // Nobody uses up what they may get for something that they don't want. Whoever got enough has another turn tomorrow.
  const allowed = new Set(
    await claimInstanceMessage(ctx, {
      accounts: due.flatMap(({ account }) => (wanting.has(account) ? [account] : [])),
      key: message,
    }),
  );
  const sent_at = ctx.now().toISOString();
  const watched_until = addDays(sent_at, WATCHED_DAYS);
  const added = await insertReceipts(
    ctx.db,
    due
      .filter(({ account }) => allowed.has(account))
      .map(({ account, occasion, number }) => ({
        rule,
        account,
        occasion,
        number,
        message,
        channels: [],
        sent_at,
        watched_until,
      })),
  );
  await tell(ctx, { row, message, people: due.filter(({ account }) => added.has(account)) });
}

interface Telling {
  row: RuleRow;
  message: string;
  people: readonly Due[];
}

async function tell(ctx: Platform, { row, message, people }: Telling): Promise<void> {
  const { rule, channels, versions } = row;
  const channelsOf = await tellPeople(ctx, {
    key: message,
    people,
    channels,
    versions,
    path: REMINDERS[rule].target.path,
    mail: reminderMail,
    dataFor: ({ account, occasion }) => ({ rule, account, occasion }),
  });
  const groups = Map.groupBy(people, ({ account }) => channelsOf(account).join());
  for (const some of groups.values()) {
    const accounts = some.map(({ account }) => account);
    await updateChannels(ctx.db, { message, accounts, channels: channelsOf(accounts[0] ?? "") });
  }
}
