import * as z from "zod";
import { member, routesOf } from "#src/lib/endpoint.ts";

export const DMARC_REPORT_ERRORS = {
  DMARC_REPORT_UNREADABLE: {
    status: 400,
    message: "That isn’t a DMARC report. Upload an aggregate report as it came: XML, GZ, or ZIP.",
  },
  DMARC_REPORT_BROKEN: {
    status: 400,
    message: "The report is broken or cut off. Download it again, and upload it as it is.",
  },
  DMARC_REPORT_UNSAFE: {
    status: 400,
    message: "The report defines a document type, which no real report does. We haven’t read it.",
  },
  DMARC_REPORT_NESTED: {
    status: 400,
    message: "There’s another archive in this one. Unpack it, and upload what’s inside.",
  },
  DMARC_REPORT_TOO_LARGE: {
    status: 413,
    message: "Unpacked, it has more than 50 MB. We don’t read that much.",
  },
  DMARC_REPORT_FOREIGN: {
    status: 409,
    message: "The report is about a domain that none of your sending accounts is at.",
  },
} as const;

/** Files are small: even the reports of large senders have few megabytes. */
const FILE_BYTES_MAX = 20 * 1024 * 1024;
const FILE_BODY = {
  kind: "multipart",
  bytesMax: FILE_BYTES_MAX + 64 * 1024,
  isRepeatable: true,
} as const;

const count = z.number();

const sourceSchema = z.object({
  source_ip: z.string(),
  host: z.string(),
  messages: count,
  /** Passed SPF or DKIM for the sender’s domain. */
  aligned: count,
  spf_aligned: count,
  dkim_aligned: count,
  /** Went to spam or were refused because of the policy. */
  stopped: count,
  /** Who reported it. */
  orgs: z.array(z.string()),
  last_day: z.string(),
});
export type DmarcSource = z.infer<typeof sourceSchema>;

const reportsSchema = z.object({
  reports: count,
  messages: count,
  aligned: count,
  /** The largest first. */
  sources: z.array(sourceSchema),
  series: z.array(z.object({ day: z.string(), aligned: count, failed: count })),
});
export type DmarcReports = z.infer<typeof reportsSchema>;

const importedSchema = z.object({
  /** Reports that are new, and those that had been uploaded before. */
  imported: count,
  known: count,
  messages: count,
});

const { get, post } = routesOf("deliverability");

export const reportsEndpoints = {
  reports: member("mail.send")
    .route(get("/dmarc-reports", "Who sent in your domains’ names in the last 30 days, by DMARC reports"))
    .output(reportsSchema),
  importReport: member("connections.manage", FILE_BODY)
    .route(post("/dmarc-reports", "Upload DMARC aggregate reports; the same one twice counts once"))
    .errors(DMARC_REPORT_ERRORS)
    .input(z.object({ file: z.file() }))
    .output(importedSchema),
};
