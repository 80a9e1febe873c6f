import * as z from "zod";
import { idSchema, listOf, routesOf, sentence, staff } from "#src/lib/endpoint.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";

export const OUTBOX_ERRORS = {
  MAIL_NOT_FOUND: { status: 404, message: "That e-mail is gone. We keep e-mail for 30 days." },
  MAIL_NOT_FAILED: { status: 409, message: "That e-mail is on its way or was sent. Reload to see." },
} as const;

export const sentMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  label: sentence(),
  state: z.enum(["queued", "sending", "sent", "skipped", "failed"]),
  tries: z.number(),
  /** The mail server's own words, or the reason why nothing was sent. */
  outcome: sentence(),
  /** Set if it was sent again after an interrupted attempt with an unknown outcome. */
  maybe_twice: z.boolean(),
  /** Set if it's in the data folder, because no mail server was configured. */
  is_kept: z.boolean(),
  created_at: z.string(),
  due_at: z.string(),
  tried_at: z.string().nullable(),
});
export type SentMail = z.infer<typeof sentMailSchema>;

export const sentMailBodySchema = sentMailSchema.extend({
  /**
   * `kept`: the actual e-mail. `copy`: its current content, without secret links. `nothing`: `text` explains
   * why.
   */
  shows: z.enum(["kept", "copy", "nothing"]),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type SentMailBody = z.infer<typeof sentMailBodySchema>;

const mailId = z.object({ id: idSchema });

const { get, post } = routesOf("mail");

/** The instance's own e-mail, for its staff. */
export const outboxContract = {
  listMail: staff("outbox")
    .route(get("/mail", "What this instance has e-mailed in the last 30 days, newest first"))
    .errors(LIST_ERRORS)
    .input(z.object({ q: z.string().max(200).optional(), cursor: z.string().max(4000).optional() }))
    .output(listOf(sentMailSchema).extend({ delivery: z.enum(["folder", "smtp"]) })),
  getMail: staff("outbox")
    .route({ method: "GET", path: "/mail/{id}", tags: ["mail"], summary: "One e-mail and what it says" })
    .errors({ MAIL_NOT_FOUND: OUTBOX_ERRORS.MAIL_NOT_FOUND })
    .input(mailId)
    .output(sentMailBodySchema),
  sendMailAgain: staff("outbox")
    .route({
      method: "POST",
      path: "/mail/{id}/send-again",
      tags: ["mail"],
      summary: "Try an e-mail that failed again",
    })
    .errors(OUTBOX_ERRORS)
    .input(mailId)
    .output(sentMailSchema),
  sendTestMail: staff("outbox")
    .route(post("/mail/test", "Send yourself a test e-mail"))
    .output(z.object({ to: z.string() })),
};
