/*
 * Tells everyone of a new version, once: a job goes through the accounts by their ids, a batch in a transaction with
 * where it is. Whatever a kill undoes is done again, and nothing else.
 */
import * as z from "zod";
import { tellNews } from "#src/features/reach/notifications/news.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { legalMail } from "./mails.ts";
import { isReplaced, LEGAL_NAMES, versionPath } from "./rules.ts";
import {
  countWaitingMails,
  listNextPeople,
  listUntold,
  listVersions,
  lockVersion,
  updateTold,
  type VersionRow,
} from "./store.ts";

const BATCH_ROWS = 200;
/** Somebody's new password must not wait behind what everyone gets. */
const MAILS_WAITING_MAX = 500;
const WAIT_SECONDS = 15;

const ofVersion = z.object({ name: z.enum(LEGAL_NAMES), number: z.number() });
type OfVersion = z.output<typeof ofVersion>;

export const tellingJob: JobType<OfVersion> = { name: "legal.tell", class: "bulk", data: ofVersion };

export async function enqueueTelling(platform: Platform, which: OfVersion, delaySeconds = 0): Promise<void> {
  const minute = Math.floor(platform.now().getTime() / 1000 + delaySeconds);
  const id = `${which.name} ${which.number}`;
  await platform.enqueue(tellingJob, which, { key: `${id} ${minute}`, group: id, delaySeconds });
}

/** Every minute: goes on with what a killed process left. */
export async function goOnTelling(platform: Platform): Promise<void> {
  for (const which of await listUntold(platform.db)) await enqueueTelling(platform, which);
}

export async function tellEveryone(platform: Platform, which: OfVersion): Promise<void> {
  while (await tellBatch(platform, which)) platform.abortSignal.throwIfAborted();
}

/** False once there's nothing left to do for now. */
function tellBatch(platform: Platform, which: OfVersion): Promise<boolean> {
  return platform.write(async (ctx) => {
    const row = await lockVersion(ctx.db, which);
    if (!row || row.told_at !== null) return false;
    const all = (await listVersions(ctx.db)).filter(({ name }) => name === which.name);
    // What a newer version replaced before its time isn't news anymore.
    if (isReplaced(row, all)) {
      await updateTold(ctx.db, which, { told_at: ctx.now().toISOString() });
      return false;
    }
    const busy = { template: legalMail.template, most: MAILS_WAITING_MAX };
    if ((await countWaitingMails(ctx.db, busy)) >= MAILS_WAITING_MAX) {
      await enqueueTelling(ctx, which, WAIT_SECONDS);
      return false;
    }
    const place = { after: row.told_until, until: row.published_at, most: BATCH_ROWS };
    const people = await listNextPeople(ctx.db, place);
    await tell(ctx, row, people);
    const last = people.at(-1);
    await updateTold(ctx.db, which, last ? { told_until: last.id } : { told_at: ctx.now().toISOString() });
    return last !== undefined;
  });
}

async function tell(
  ctx: Platform,
  { name, number, notice, effective_at }: VersionRow,
  people: Awaited<ReturnType<typeof listNextPeople>>,
): Promise<void> {
  const key = `legal ${name} ${number}`;
  await tellNews(ctx, {
    key,
    kind: "legal_changed",
    channels: ["in_app", "push"],
    items: people.map(({ id }) => ({
      person: id,
      facts: { name, notice, effective_at },
      path: versionPath(name, number),
    })),
  });
  for (const { id, email, emailVerified } of people)
    if (emailVerified)
      await enqueueMail(ctx, {
        mail: legalMail,
        to: email,
        data: { name, number, account: id },
        account: id,
        once: `${key} ${id}`,
      });
}
