import * as z from "zod";
import { member, routesOf } from "#src/lib/endpoint.ts";
import { checkSchema } from "./checks/checks-contract.ts";
import { hygieneEndpoints } from "./hygiene/hygiene-contract.ts";
import { receiversEndpoints } from "./receivers/receivers-contract.ts";
import { reportsEndpoints } from "./reports/reports-contract.ts";
import { reputationEndpoints } from "./reputation/reputation-contract.ts";
import { scoreEndpoints } from "./score/score-contract.ts";
import { seedsEndpoints } from "./seeds/seeds-contract.ts";
import { warmUpEndpoints } from "./warm-up/warm-up-contract.ts";

export const DELIVERABILITY_ERRORS = {
  SENDER_DOMAIN_NOT_FOUND: { status: 404, message: "None of your sending accounts is at that domain." },
} as const;

const domainSchema = z.object({
  host: z.string(),
  /** The addresses of the sending accounts there. */
  addresses: z.array(z.string()),
  /** Anybody gets an address there, so its records aren’t the account’s to change. */
  is_free: z.boolean(),
  /** Null until the first check. */
  checked_at: z.string().nullable(),
  checks: z.array(checkSchema),
});
export type DomainHealth = z.infer<typeof domainSchema>;

const deliverabilitySchema = z.object({ domains: z.array(domainSchema) });
export type Deliverability = z.infer<typeof deliverabilitySchema>;

const { get, post } = routesOf("deliverability");

export const deliverabilityContract = {
  get: member("mail.send")
    .route(
      get("/deliverability", "Whether your e-mail arrives: what was last found about each sender’s domain"),
    )
    .output(deliverabilitySchema),
  checkDomain: member("connections.manage")
    .route(
      post("/deliverability/domains/{host}/check", "Look up a sender’s domain’s records and servers now"),
    )
    .errors(DELIVERABILITY_ERRORS)
    .input(z.object({ host: z.string().max(255) }))
    .output(domainSchema),
  ...reportsEndpoints,
  ...reputationEndpoints,
  ...hygieneEndpoints,
  ...scoreEndpoints,
  ...receiversEndpoints,
  ...warmUpEndpoints,
  ...seedsEndpoints,
};
