import * as z from "zod";
import { ACCOUNT_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { listOf, routesOf, staff, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import {
  ACCOUNT_SORTS,
  PERIODS,
  REASON_CHARS_MAX,
  SOURCE_CHARS_MAX,
  VERDICTS,
  type Verdict,
} from "./rules.ts";

export const EMAIL_ERRORS = {
  ...pickErrors(ACCOUNT_ERRORS, "ACCOUNT_NOT_FOUND"),
  REASON_MISSING: { status: 400, message: "Say why. It’s in the log, and the people concerned read it." },
  SENDING_FIXED: {
    status: 409,
    message: "SENDING is set in this instance’s environment. Change it there and restart.",
  },
  SOURCE_EMPTY: { status: 400, message: "Paste the whole source of the e-mail that came back." },
} as const;

const count = z.number();
const days = z.coerce
  .number()
  .refine((value) => PERIODS.some((known) => known === value))
  .default(7);

const figures = { sent: count, refused: count, returned: count, bounced: count, complained: count };
const queue = { waiting: count, deferred: count, oldest_at: z.string().nullable() };

const overviewSchema = z.object({
  is_stopped: z.boolean(),
  totals: z.object(figures),
  /** Campaigns, sequences and rules. `deferred` were refused for now, and wait for another try. */
  queue: z.object({ ...queue, in_progress: count, uncertain: count }),
  /** What programs send one by one. */
  programs: z.object({ waiting: count, oldest_at: z.string().nullable() }),
  /** The instance's own. */
  instance: z.object({ waiting: count, failed: count, oldest_at: z.string().nullable() }),
  /** Accounts whose first campaign nobody has looked at. */
  first_campaigns: count,
});
export type EmailOverview = z.infer<typeof overviewSchema>;

const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  ...figures,
  ...queue,
  /** Why staff stopped it; null if they didn't. */
  stopped: z.string().nullable(),
});
export type EmailAccount = z.infer<typeof accountSchema>;

const receiverSchema = z.object({ host: z.string(), ...figures, ...queue, accounts: count });
export type Receiver = z.infer<typeof receiverSchema>;

const messageSchema = z.object({
  id: z.string(),
  account: z.object({ id: z.string(), name: z.string() }),
  /** The campaign, sequence or rule that it's of, or its subject. */
  name: z.string(),
  kind: z.enum(["batch", "program"]),
  from: z.string(),
  subject: z.string(),
  message_id: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  /** The receiving server's own words. */
  outcome: z.string(),
  provider_id: z.string().nullable(),
  tries: count,
  due_at: z.string(),
  handed_over_at: z.string().nullable(),
  bounced_at: z.string().nullable(),
  complained_at: z.string().nullable(),
});
export type FoundMessage = z.infer<typeof messageSchema>;

const suppressionSchema = z.object({
  id: z.string(),
  account: z.object({ id: z.string(), name: z.string() }),
  email: z.string(),
  reason: z.string(),
  /** Null for everything, or a topic. */
  scope: z.string().nullable(),
  note: z.string().nullable(),
  created_at: z.string(),
});
export type Suppression = z.infer<typeof suppressionSchema>;

const verdicts = Object.keys(VERDICTS) as [Verdict, ...Verdict[]];

const checkedSchema = z.object({
  verdict: z.enum(verdicts),
  recipient: z.string(),
  /** The server's own words. */
  words: z.string(),
  /** The e-mail of ours that it's about; null if it names none of ours. */
  message: z
    .object({ account: z.object({ id: z.string(), name: z.string() }), name: z.string(), state: z.string() })
    .nullable(),
  is_applied: z.boolean(),
});
export type CheckedReturn = z.infer<typeof checkedSchema>;

const withReason = z.object({ is_stopped: z.boolean(), reason: writtenText(REASON_CHARS_MAX) });
const words = z.object({ q: z.string().min(1).max(200) });
const { REASON_MISSING } = EMAIL_ERRORS;

const { get, post, put } = routesOf("staff");

export const emailContract = {
  overview: staff("email.see")
    .route(get("/admin/email", "How the e-mail of all accounts is going, and what waits"))
    .input(z.object({ days }))
    .output(overviewSchema),
  accounts: staff("email.see")
    .route(get("/admin/email/accounts", "The accounts that send most, or whose e-mail comes back most"))
    .input(z.object({ days, sort: z.enum(ACCOUNT_SORTS).default("sent") }))
    .output(listOf(accountSchema)),
  receivers: staff("email.see")
    .route(get("/admin/email/receivers", "Receiving domains, and what they refuse or put off"))
    .input(z.object({ days }))
    .output(listOf(receiverSchema)),
  messages: staff("email")
    .route(get("/admin/email/messages", "Every e-mail to one address, with the receiving server's words"))
    .input(words)
    .output(listOf(messageSchema)),
  suppressions: staff("email")
    .route(get("/admin/email/suppressions", "Where an address gets no e-mail, and why"))
    .input(words)
    .output(listOf(suppressionSchema)),
  checkReturn: staff("email")
    .route(
      post(
        "/admin/email/returns",
        "See how an e-mail that came back is read, and apply it as if it had just come",
      ),
    )
    .errors({ SOURCE_EMPTY: EMAIL_ERRORS.SOURCE_EMPTY })
    .input(z.object({ source: z.string().max(SOURCE_CHARS_MAX), is_applied: z.boolean().default(false) }))
    .output(checkedSchema),
  stopAll: staff("email")
    .route(put("/admin/email/sending", "Stop what all accounts send, on every node, or let it go on"))
    .errors({ REASON_MISSING, SENDING_FIXED: EMAIL_ERRORS.SENDING_FIXED })
    .input(withReason)
    .output(z.object({ is_stopped: z.boolean() })),
  stopAccount: staff("email")
    .route(put("/admin/email/accounts/{id}/sending", "Stop what one account sends, or let it go on"))
    .errors({ REASON_MISSING, ACCOUNT_NOT_FOUND: EMAIL_ERRORS.ACCOUNT_NOT_FOUND })
    .input(withReason.extend({ id: z.string().max(100) }))
    .output(z.object({ is_stopped: z.boolean() })),
};
