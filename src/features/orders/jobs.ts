import { whenErased } from "#src/features/contacts/when-erased.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobHandler } from "#src/platform/jobs/job-types.ts";
import { forgetBuyers } from "./orders.ts";

export const orderJobs: JobHandler<Platform>[] = [...whenErased("orders", forgetBuyers)];
