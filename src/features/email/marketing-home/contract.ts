import * as z from "zod";
import { STATES } from "#src/features/email/sending-accounts/rules.ts";
import { member, routesOf, sentence } from "#src/lib/endpoint.ts";

const count = z.number();

const overviewSchema = z.object({
  fans: z.object({
    total: count,
    /** Fans who may get e-mail. */
    mailable: count,
    this_week: count,
    /**
     * The origins of this week's fans, the most frequent first: another site's host, `direct`, or `list` if
     * they didn't sign up.
     */
    sources: z.array(z.object({ source: z.string(), count })),
  }),
  mail: z.object({
    sent_this_week: count,
    /** E-mails of campaigns that a fan replied to. */
    replies_this_week: count,
    waiting: count,
    drafts: count,
    scheduled: count,
    /** Campaigns that stopped and need attention. */
    stopped: count,
    templates: count,
    /** Sequences that run. */
    sequences: count,
  }),
  accounts: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      state: z.enum(STATES),
      is_proven: z.boolean(),
      sent_today: count,
      day_limit: count.nullable(),
      last_error: sentence(),
    }),
  ),
});
export type Overview = z.infer<typeof overviewSchema>;

const { get } = routesOf("contacts");

export const marketingContract = {
  overview: member("mail.send")
    .route(
      get(
        "/marketing",
        "Your fans, what was sent to them this week, what waits, and the state of each sending account",
      ),
    )
    .output(overviewSchema),
};
