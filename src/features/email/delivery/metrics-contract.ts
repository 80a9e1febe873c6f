/* What the figures of e-mail mean (email.md 5.11), the same wherever they're shown. Opens and clicks are people's; what machines did is beside them. */
import * as z from "zod";

const count = z.number();
/** From 0 to 1, and null where there's nothing to divide by. */
const rate = z.number().nullable();

/** About e-mail that was sent, whenever the rest happened. */
export const countsSchema = z.object({
  /** Everyone on the lists that were frozen at the start. Null for receiving domains, which lists don’t count. */
  recipients: count.nullable(),
  /** Accepted by the mail server or provider. */
  sent: count,
  /** Refused for good at the hand-over, or because the inbox is full, so never sent. */
  refused: count,
  /** Sent, and not returned within 72 hours. What a person opened, clicked or answered wasn't returned. */
  delivered: count,
  /** Dead addresses, whether they were refused at the hand-over or came back. */
  bounced_hard: count,
  bounced_soft: count,
  complained: count,
  /** Delivered to hosts that report complaints. */
  delivered_reporting: count,
  /** Delivered by campaigns whose opens and clicks are counted. */
  delivered_tracked: count,
  /** Automatic replies don’t count. */
  replied: count,
  /** Within seven days of the e-mail. */
  unsubscribed: count,
  /** People, however often they did it, and messages that only machines opened or clicked. */
  opened: count,
  machine_opened: count,
  clicked: count,
  /** People who clicked though their inbox loaded no pictures: they opened it, too. */
  clicked_unopened: count,
  machine_clicked: count,
});
export type Counts = z.infer<typeof countsSchema>;

/** How often, however many people it were. */
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
  /** CTR: people who clicked, of what was delivered. */
  click: rate,
  /** CTOR: people who clicked, of those who opened or clicked. */
  click_to_open: rate,
  /** Of what was sent or refused. */
  bounce_hard: rate,
  bounce_soft: rate,
  complaint: rate,
  unsubscribe: rate,
  reply: rate,
});
export type Rates = z.infer<typeof ratesSchema>;

export const metricsSchema = countsSchema.extend({ rates: ratesSchema });
export type Metrics = z.infer<typeof metricsSchema>;
