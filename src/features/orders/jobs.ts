import { contactDeleted, contactsErased } from "#src/features/contacts/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import type { JobHandler } from "#src/platform/jobs/job-types.ts";
import { forgetBuyers } from "./orders.ts";

export const orderJobs: JobHandler<Platform>[] = [
  subscribe(
    contactDeleted,
    (platform, { account, subject }) => forgetBuyers(platform, { account, payload: { ids: [subject] } }),
    { name: "orders.forget-contact" },
  ),
  subscribe(contactsErased, forgetBuyers, { name: "orders.forget-contacts" }),
];
