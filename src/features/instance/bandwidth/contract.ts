import * as z from "zod";
import { listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { OPERATION_TYPES } from "#src/lib/operation-types.ts";

export const EGRESS_ERRORS = {
  PERIOD_INVALID: { status: 400, message: "The period must have a start before its end." },
} as const;

const { get } = routesOf("egress");

export const egressContract = {
  sums: member("account.see")
    .route(get("/egress", "What serving your pages took, by kind of work; up to a minute late"))
    .errors(EGRESS_ERRORS)
    .input(
      z.object({
        /** Start, an ISO time or date (UTC). Defaults to 30 days before the end. */
        from: z.string().max(40).optional(),
        /** End (exclusive). Defaults to now. */
        to: z.string().max(40).optional(),
      }),
    )
    .output(
      listOf(
        z.object({
          operation_type: z.enum(OPERATION_TYPES),
          count: z.number(),
          bytes_transferred: z.number(),
          bytes_saved: z.number(),
        }),
      ).extend({ from: z.string(), to: z.string() }),
    ),
};
