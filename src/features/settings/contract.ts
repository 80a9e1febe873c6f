import * as z from "zod";
import { endpoint } from "#src/lib/endpoint.ts";
import { PLANS } from "./rules.ts";

export const SETTINGS_ERRORS = {
  PLANS_FIXED: {
    status: 409,
    message: "PLANS is set in this instance’s environment. Change it there and restart.",
  },
} as const;

const allowancesSchema = z.object({
  plans: z.enum(PLANS),
  /** Who said so. */
  source: z.enum(["environment", "founder", "default"]),
  /** Active profiles; null for as many as you like. */
  profiles: z.number().nullable(),
  links_per_profile: z.number().nullable(),
  /** Why, for people. */
  explanation: z.string(),
  /** Whether you may lift the limits, or bring them back. */
  is_changeable: z.boolean(),
});
export type AllowancesAnswer = z.infer<typeof allowancesSchema>;

const tags = ["settings"];

export const settingsContract = {
  allowances: endpoint
    .route({ method: "GET", path: "/allowances", tags, summary: "How much you may have, and why" })
    .meta({ access: "signed-in" })
    .output(allowancesSchema),
  setPlans: endpoint
    .route({
      method: "PUT",
      path: "/settings/plans",
      tags,
      summary: "Lift all limits on this instance, or bring them back",
    })
    .meta({ access: "founder" })
    .errors(SETTINGS_ERRORS)
    .input(z.object({ plans: z.enum(PLANS) }))
    .output(allowancesSchema),
};
