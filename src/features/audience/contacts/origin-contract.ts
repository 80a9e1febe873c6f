import * as z from "zod";
import { ORIGINS } from "./rules.ts";

export const touchSchema = z.object({
  at: z.string(),
  profile_id: z.string(),
  referrer_host: z.string(),
  country: z.string(),
  utm: z.record(z.string(), z.string()).optional(),
  /** The app whose browser showed the page. */
  app: z.string().optional(),
  /** The title of the last link they opened before the sign-up. */
  link: z.string().optional(),
  /** The variant of that link's A/B test. */
  variant: z.enum(["a", "b"]).optional(),
});

export const originSchema = z.object({
  /** Their way onto the list: the first one, if there were more. */
  by: z.enum(ORIGINS),
  at: z.string(),
  file_name: z.string().nullable(),
});
export type Origin = z.infer<typeof originSchema>;
