/* Definitions of e-mail figures (email.md 5.11), the same wherever they're shown. Opens and clicks are
   people's; machines are counted separately. */
import * as z from "zod";

const count = z.number();
/** From 0 to 1, and null if the divisor is 0. */
const rate = z.number().nullable();

/** About the e-mail that was sent, whenever the rest happened. */
export const countsSchema = z.object({
  /**
   * All people on the lists that were frozen at the start. Null for receiving domains, which lists don't
   * count.
   */
  recipients: count.nullable(),
  /** Accepted by the mail server or provider. */
  sent: count,
  /** Refused permanently by the server, or because the inbox is full, so never sent. */
  refused: count,
  /**
   * Sent, and not returned within 72 hours. A message that a person opened, clicked, or answered counts as
   * delivered.
   */
  delivered: count,
  /** Dead addresses, refused immediately or by a bounce. */
  bounced_hard: count,
  bounced_soft: count,
  complained: count,
  delivered_reporting: count,
  delivered_tracked: count,
  /** Automatic replies don't count. */
  replied: count,
  /** Within seven days of the e-mail. */
  unsubscribed: count,
  /** Counted once per person; messages that only machines opened or clicked are separate. */
  opened: count,
  machine_opened: count,
  clicked: count,
  /** People who clicked although their inbox loaded no pictures, so they opened it, too. */
  clicked_unopened: count,
  machine_clicked: count,
});
export type Counts = z.infer<typeof countsSchema>;

/** Counts of actions rather than of people. */
export const timesSchema = z.object({
  opens: count,
  machine_opens: count,
  clicks: count,
  machine_clicks: count,
});
export type Times = z.infer<typeof timesSchema>;

export const ratesSchema = z.object({
  delivery: rate,
  open: rate,
  /** CTR: people who clicked, of delivered messages. */
  click: rate,
  /** CTOR: people who clicked, of those who opened or clicked. */
  click_to_open: rate,
  /** Of sent and refused messages. */
  bounce_hard: rate,
  bounce_soft: rate,
  complaint: rate,
  unsubscribe: rate,
  reply: rate,
});
export type Rates = z.infer<typeof ratesSchema>;

export const metricsSchema = countsSchema.extend({ rates: ratesSchema });
export type Metrics = z.infer<typeof metricsSchema>;
