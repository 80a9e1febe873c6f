import * as z from "zod";
import { sentence } from "#src/lib/endpoint.ts";

export const CHECKS = [
  "spf",
  "dkim",
  "dmarc",
  "return_path",
  "mx",
  "reverse_dns",
  "tls",
  "bimi",
  "unsubscribe",
  "blocklists",
] as const;
export type CheckName = (typeof CHECKS)[number];

/**
 * `advice`: it works, and could be better. `off`: it doesn't apply here. `unknown`: the servers didn't
 * answer, which says nothing.
 */
export const CHECK_STATES = ["good", "advice", "missing", "wrong", "unknown", "off"] as const;
export type CheckState = (typeof CHECK_STATES)[number];

const recordSchema = z.object({
  type: z.enum(["TXT", "MX"]),
  /** The full name. */
  name: z.string(),
  value: z.string(),
});
export type RecordToCopy = z.infer<typeof recordSchema>;

export const checkSchema = z.object({
  name: z.enum(CHECKS),
  state: z.enum(CHECK_STATES),
  words: sentence(),
  /** What follows from it, a sentence each. */
  notes: z.array(sentence()),
  /** Records and servers as they were found. */
  found: z.array(z.string()),
  /** What receivers want to see. */
  expected: sentence(),
  record: recordSchema.nullable(),
  /** Set if it’s asked more rarely than the others. */
  asked_at: z.string().optional(),
});
export type Check = z.infer<typeof checkSchema>;
