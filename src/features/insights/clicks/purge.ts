import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { deleteFigures } from "./rollup-store.ts";

/** Far longer than an event takes from being accepted to being stored, on any node. */
const LATE_SECONDS = 3600;

export const purgeLate: JobType<{ subject: string }> = {
  name: "clicks.purge-late",
  class: "bulk",
  data: z.object({ subject: z.string() }),
};

/** Deletes the figures of a purged profile, and later those of events that were still on their way. */
export async function purgeFigures(platform: Platform, { subject }: { subject: string }): Promise<void> {
  await platform.write(async (ctx) => {
    await deleteFigures(ctx.db, subject);
    await ctx.enqueue(purgeLate, { subject }, { delaySeconds: LATE_SECONDS, key: subject });
  });
}

export async function purgeLateFigures(platform: Platform, { subject }: { subject: string }): Promise<void> {
  await platform.write(({ db }) => deleteFigures(db, subject));
}
