import * as z from "zod";
import { member, routesOf } from "#src/lib/endpoint.ts";
import { LEVELS } from "./reputation-rules.ts";

const count = z.number();
/** From 0 to 1, and null if it’s unknown. */
const rate = z.number().nullable();

const rowSchema = z.object({
  mailbox_id: z.string().nullable(),
  /** The sending account’s address. Empty once it’s gone. */
  address: z.string(),
  /** The receiving domain. */
  host: z.string(),
  sent: count,
  bounce_hard: rate,
  bounce_soft: rate,
  /** Null if the receiver reports none. */
  complaint: rate,
  unsubscribe: rate,
  /** By people. Null if opens aren’t counted. */
  open: rate,
  /** How often the receiver told us to come back later. */
  deferred: count,
  level: z.enum(LEVELS),
});
export type ReputationRow = z.infer<typeof rowSchema>;

const reputationSchema = z.object({
  /** The largest first. */
  week: z.array(rowSchema),
  month: z.array(rowSchema),
});
export type Reputation = z.infer<typeof reputationSchema>;

const { get } = routesOf("deliverability");

export const reputationEndpoints = {
  reputation: member("mail.send")
    .route(
      get(
        "/deliverability/reputation",
        "How receivers take your e-mail, by sending account and receiving domain, over 7 and 30 days",
      ),
    )
    .output(reputationSchema),
};
