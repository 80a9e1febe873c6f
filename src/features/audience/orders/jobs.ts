import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobHandler } from "#src/platform/jobs/job-types.ts";
import { eraseBuyers } from "./orders.ts";

export const orderJobs: JobHandler<Platform>[] = [...onErasure("orders", eraseBuyers)];
