import { contactConfirmed } from "#src/features/audience/consent/events.ts";
import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import type { JobHandler } from "#src/platform/jobs/job-types.ts";
import { leadCaptured, leadReturned } from "./events.ts";
import { eraseLeadsOfContacts, purgeLeads } from "./leads.ts";
import { notifyOwner } from "./notify-owner.ts";
import { sendDownload, sendDownloads, sendReturned } from "./send-download.ts";

export const leadJobs: JobHandler<Platform>[] = [
  subscribe(leadCaptured, notifyOwner, { name: "leads.tell-owner" }),
  subscribe(leadCaptured, sendDownload, { name: "leads.send-download" }),
  subscribe(leadReturned, sendReturned, { name: "leads.send-download-again" }),
  subscribe(contactConfirmed, sendDownloads, { name: "leads.send-downloads" }),
  ...onErasure("leads", eraseLeadsOfContacts),
  subscribe(profilePurged, purgeLeads, { name: "leads.purge-profile" }),
];
