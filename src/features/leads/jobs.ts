import { contactConfirmed } from "#src/features/contacts/events.ts";
import { whenErased } from "#src/features/contacts/when-erased.ts";
import { profilePurged } from "#src/features/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { leadCaptured, leadReturned } from "./events.ts";
import { deleteLater, deleteLeadsLater, forgetLeads } from "./lead-list.ts";
import { forgetContacts, purgeLeads } from "./leads.ts";
import { sendDownload, sendDownloads } from "./send-download.ts";
import { tellOwner } from "./tell-owner.ts";

export const leadJobs: JobHandler<Platform>[] = [
  subscribe(leadCaptured, tellOwner, { name: "leads.tell-owner" }),
  subscribe(leadCaptured, sendDownload, { name: "leads.send-download" }),
  subscribe(leadReturned, sendDownload, { name: "leads.send-download-again" }),
  subscribe(contactConfirmed, sendDownloads, { name: "leads.send-downloads" }),
  jobHandler(deleteLater, deleteLeadsLater),
  scheduled("leads.forget-deleted", "17 * * * *", forgetLeads),
  ...whenErased("leads", forgetContacts),
  subscribe(profilePurged, purgeLeads, { name: "leads.purge-profile" }),
];
