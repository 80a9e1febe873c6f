import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { dnsMonitorJob, monitorAllDns, monitorDns } from "./dns/dns-monitor.ts";
import { mailboxStateChanged } from "./events.ts";
import { notifyStateChange } from "./mails.ts";

export const mailboxJobs: JobHandler<Platform>[] = [
  subscribe(mailboxStateChanged, notifyStateChange, { name: "mailboxes.tell-of-state" }),
  jobHandler(dnsMonitorJob, monitorDns),
  scheduled("mailboxes.watch-all-dns", "23 * * * *", monitorAllDns),
];
