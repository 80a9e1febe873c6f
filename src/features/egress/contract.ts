import * as z from "zod";
import { endpoint, listOf } from "#src/lib/endpoint.ts";
import { OPERATION_TYPES } from "./rules.ts";

export const EGRESS_ERRORS = {
  PERIOD_INVALID: { status: 400, message: "The period must have a start before its end." },
} as const;

export const egressContract = {
  sums: endpoint
    .route({
      method: "GET",
      path: "/egress",
      tags: ["egress"],
      summary: "What serving your pages took, by kind of work; up to a minute late",
    })
    .meta({ access: "signed-in" })
    .errors(EGRESS_ERRORS)
    .input(
      z.object({
        /** Start, an ISO time or date (UTC); 30 days before the end when left out. */
        from: z.string().max(40).optional(),
        /** End (exclusive); now when left out. */
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
