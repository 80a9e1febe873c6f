import * as z from "zod";
import { member, routesOf, sentence } from "#src/lib/endpoint.ts";
import {
  LINKS_PER_PROFILE_FREE,
  linkLimitMessage,
  PLANS,
  PROFILES_FREE,
  profileLimitMessage,
} from "./rules.ts";

/** Messages at a limit. The actual message has the account's own number. */
export const LIMIT_ERRORS = {
  PROFILE_LIMIT: { status: 409, message: profileLimitMessage(PROFILES_FREE) },
  LINK_LIMIT: { status: 409, message: linkLimitMessage(LINKS_PER_PROFILE_FREE) },
} as const;

const allowanceSchema = z.object({
  /** Null for unlimited. */
  limit: z.number().nullable(),
  /** Explains it to people: "10 base + 20 referral". */
  explanation: sentence(),
});
const usageSchema = allowanceSchema.extend({ used: z.number() });

/** What plans include on this instance, whatever this account has. */
const planLimitsSchema = z.object({
  profiles_free: z.number(),
  links_per_profile_free: z.number(),
  links_per_unit: z.number(),
  links_per_profile_premium: z.number(),
  /** Units of premium given by staff without a quantity. */
  units_given: z.number(),
  /** Profile slots for each side of a completed referral. */
  referral_reward_slots: z.number(),
});

const allowancesSchema = z.object({
  plans: z.enum(PLANS),
  source: z.enum(["environment", "founder", "default"]),
  /** Counts active ones. */
  profiles: usageSchema,
  /** Counts the whole account. */
  links: usageSchema,
  links_per_profile: allowanceSchema,
  plan_limits: planLimitsSchema,
});
export type AllowancesAnswer = z.infer<typeof allowancesSchema>;

const { get } = routesOf("billing");

export const billingContract = {
  allowances: member("account.see")
    .route(get("/allowances", "How much you have, how much you may have, and why"))
    .output(allowancesSchema),
};
