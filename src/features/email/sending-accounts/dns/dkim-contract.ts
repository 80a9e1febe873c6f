import * as z from "zod";
import { idSchema, member, routesOf, sentence } from "#src/lib/endpoint.ts";

export const DKIM_ERRORS = {
  MAILBOX_NOT_FOUND: { status: 404, message: "That sending account is gone." },
  DKIM_BY_GOOGLE: {
    status: 409,
    message: "Its provider signs what this account sends. There’s nothing to set up here.",
  },
} as const;

export const DNS_RECORDS = ["dkim", "spf", "dmarc"] as const;
export type DnsRecord = (typeof DNS_RECORDS)[number];
/** `lost`: it was good before, and no longer is. */
export type LastDnsStates = Partial<Record<DnsRecord, "good" | "bad" | "lost">>;

const foundSchema = z.object({
  records: z.array(z.string()),
  /** `unknown`: the name servers didn't respond. */
  state: z.enum(["good", "missing", "wrong", "unknown"]),
  words: sentence(),
});

const keySchema = z.object({
  /** Replaces the current key once its record is found. */
  is_next: z.boolean(),
  /** The record's full name, and the part of it before the domain. */
  name: z.string(),
  label: z.string(),
  value: z.string(),
  /** The value in quoted parts of at most 255 characters, for providers that require them. */
  parts: z.string(),
  found: foundSchema,
});

const senderDnsSchema = z.object({
  domain: z.string(),
  is_signing: z.boolean(),
  keys: z.array(keySchema),
  spf: foundSchema,
  dmarc: foundSchema,
});
export type SenderDns = z.infer<typeof senderDnsSchema>;
export type DnsRecordCheck = z.infer<typeof foundSchema>;

const mailboxId = z.object({ id: idSchema });
const { post, del } = routesOf("mailboxes");

export const dkimEndpoints = {
  checkDns: member("connections.manage")
    .route(
      post(
        "/mailboxes/{id}/dns",
        "Look up the sender’s DKIM, SPF, and DMARC records; a key that’s found signs from then on",
      ),
    )
    .errors(DKIM_ERRORS)
    .input(mailboxId)
    .output(senderDnsSchema),
  addKey: member("connections.manage")
    .route(
      post(
        "/mailboxes/{id}/dkim",
        "Create a key that signs e-mail (DKIM), or a successor to the one that does",
      ),
    )
    .errors(DKIM_ERRORS)
    .input(mailboxId)
    .output(senderDnsSchema),
  removeKey: member("connections.manage")
    .route(del("/mailboxes/{id}/dkim", "Stop signing, and delete the keys"))
    .errors(DKIM_ERRORS)
    .input(mailboxId)
    .output(senderDnsSchema),
};
