import * as z from "zod";
import { idSchema, listOf, member, routesOf, sentence, staff } from "#src/lib/endpoint.ts";

export const BACKGROUND_ERRORS = {
  JOB_NOT_FOUND: { status: 404, message: "That job is gone." },
  JOB_ENDED: { status: 409, message: "That job has already ended." },
} as const;
const { JOB_NOT_FOUND } = BACKGROUND_ERRORS;

const jobSchema = z.object({
  id: z.string(),
  /** The job's type, such as `contacts.change`. */
  name: z.string(),
  state: z.enum(["waiting", "running", "done", "canceled", "failed"]),
  /** The part of `total` that is done. */
  done: z.number(),
  total: z.number(),
  created_at: z.string(),
});
export type FollowedJob = z.infer<typeof jobSchema>;

const failedJobSchema = z.object({
  id: z.string(),
  name: z.string(),
  failed_at: z.string(),
  reason: sentence(),
});

export type FailedJob = z.infer<typeof failedJobSchema>;

const jobId = z.object({ id: idSchema });
const { get, post, del } = routesOf("jobs");

export const backgroundContract = {
  list: member("account.see")
    .route(get("/jobs", "Big jobs of your account from the last day, newest first, and how far they are"))
    .output(listOf(jobSchema)),
  cancel: member("account.see")
    .route(post("/jobs/{id}/cancel", "Cancel a job; what it has done by then stays done"))
    .errors(BACKGROUND_ERRORS)
    .input(jobId)
    .output(jobSchema),
  listFailed: staff("system")
    .route(
      get("/admin/system/failed-jobs", "Background jobs of this instance that failed for good, newest first"),
    )
    .output(listOf(failedJobSchema)),
  tryFailedAgain: staff("system")
    .route(post("/admin/system/failed-jobs/{id}/try-again", "Try a failed job again"))
    .errors({ JOB_NOT_FOUND })
    .input(jobId)
    .output(jobId),
  tryAllAgain: staff("system")
    .route(post("/admin/system/failed-jobs/try-again", "Try all failed jobs again"))
    .output(z.object({ retried: z.number() })),
  discardFailed: staff("system")
    .route(del("/admin/system/failed-jobs/{id}", "Delete a failed job"))
    .errors({ JOB_NOT_FOUND })
    .input(jobId)
    .output(jobId),
};
