import * as z from "zod";
import { REFERENCE_KINDS } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { sentence } from "#src/lib/endpoint.ts";

export const reasonCount = z.object({ reason: z.string(), words: sentence(), count: z.number() });

const problemSchema = z.object({
  severity: z.enum(["stop", "warning"]),
  message: sentence(),
  where: z.string(),
  /** The address of the sending account that it's about, if there are several. */
  about: z.string().optional(),
});
export type Problem = z.infer<typeof problemSchema>;

export const checkedSchema = z.object({
  at: z.string(),
  recipients: z.number(),
  problems: z.array(problemSchema),
  /** What its audience named when it went out, since that may get another name, or be deleted. */
  named: z.array(z.object({ kind: z.enum(REFERENCE_KINDS), id: z.string(), name: z.string() })).optional(),
});
export type Checked = z.infer<typeof checkedSchema>;

/** The number of people who get a campaign and who don't, and the audience's problems. */
export const reachSchema = z.object({
  recipients: z.number(),
  left_out: z.array(reasonCount),
  problems: z.array(problemSchema),
});
export type Reach = z.infer<typeof reachSchema>;

export const checkSchema = reachSchema.extend({ is_ready: z.boolean() });
export type CampaignCheck = z.infer<typeof checkSchema>;
