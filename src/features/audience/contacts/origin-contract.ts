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
  /** The title of the link they opened last before they signed up. */
  link: z.string().optional(),
  /** Which URL of that link’s A/B test they got. */
  variant: z.enum(["a", "b"]).optional(),
});

export const originSchema = z.object({
  /** How they got onto the list: the first way, if there was more than one. */
  by: z.enum(ORIGINS),
  at: z.string(),
  /** What an import’s file is called. */
  file_name: z.string().nullable(),
});
export type Origin = z.infer<typeof originSchema>;
