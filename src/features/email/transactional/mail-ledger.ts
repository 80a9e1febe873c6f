/* Transactional e-mail as a ledger: what a worker sends, and what follows from an outcome. */
import { suppress } from "#src/features/audience/consent/consent.ts";
import type { LeasedMessage, Ledger, Message } from "#src/features/email/delivery/ledger.ts";
import { continueLedger } from "#src/features/email/delivery/worker/worker.ts";
import { findOwnMailbox, recordBounce } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { loadFiles } from "#src/features/email/templates/files/files.ts";
import { ContentError } from "#src/features/email/templates/merge-tags/merge-tags.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { LEASED_ROWS, PROBATION_NOTICE, RECONNECT_SECONDS, RETENTION_DAYS } from "./rules.ts";
import {
  deleteMailsBefore,
  findMail,
  listDueMailboxes,
  type MailRow,
  updateOrphansAsFailed,
} from "./store.ts";
import { MAILS } from "./tables.ts";
import { openContent, sendMailsJob } from "./transactional.ts";

type LeasedMail = LeasedMessage & Pick<MailRow, "id" | "email" | "subject" | "reply_to" | "content">;

const HEADERS = { "Auto-Submitted": "auto-generated" };

export const mailLedger: Ledger<LeasedMail> = {
  job: sendMailsJob,
  table: MAILS,
  leasedRows: LEASED_ROWS,
  reconnectSeconds: RECONNECT_SECONDS,
  newAccountNotice: PROBATION_NOTICE,
  listMailboxes: listDueMailboxes,
  async failOver(ctx, mailbox_id) {
    if (await findOwnMailbox(ctx, mailbox_id)) return;
    const outcome = "Its sending account was deleted.";
    await updateOrphansAsFailed(ctx.db, { account: ctx.account, mailbox_id, outcome });
  },
  open({ ctx, mailbox }) {
    return {
      attachmentsOf: (row) => openContent(ctx, row)?.attachments,
      write: (row) => write(ctx, row),
      along: ({ row, email }, { reason, outcome: note }) => {
        if (reason !== "hard") return undefined;
        return async (ctx) => {
          const { account } = ctx;
          await recordBounce(ctx, { account, id: mailbox.id });
          // The person may have been erased while it was being sent.
          const kept = await findMail(ctx.db, { account, id: row.id });
          if (kept?.email) await suppress(ctx, { account, email, reason: "hard_bounce", note });
        };
      },
    };
  },
};

async function write(ctx: Ctx, row: LeasedMail): Promise<Message> {
  const { id, email, subject, reply_to } = row;
  const body = openContent(ctx, row);
  if (!body) throw unwritable("The instance’s secret has changed, so what it said is lost.");
  const attachments = await loadFiles(ctx, ctx.account, body.attachments ?? []);
  if (!attachments) throw unwritable("An attachment is gone.");
  const { html, text } = body;
  const replies = reply_to === "" ? {} : { reply_to };
  return { id, to: email, subject, html, text, attachments, headers: HEADERS, ...replies };
}

const unwritable = (message: string) => new ContentError({ severity: "stop", where: "html", message });

/** Resumes deferred e-mail, and leftovers of a process that ended. Every minute. */
export function enqueueDueMails(platform: Platform): Promise<void> {
  return continueLedger(platform, mailLedger, { isStart: false });
}

export function purgeMails({ db, now }: Platform): Promise<void> {
  return deleteMailsBefore(db, addDays(now(), -RETENTION_DAYS));
}
