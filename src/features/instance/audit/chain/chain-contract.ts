import * as z from "zod";
import { idSchema, routesOf, staff } from "#src/lib/endpoint.ts";
import { PROBLEM_KINDS } from "./check-rules.ts";

export const CHAIN_ERRORS = {
  CHECK_NOT_FOUND: { status: 404, message: "That check is gone." },
  NOTHING_SEALED: { status: 409, message: "Nothing is sealed yet. That takes a minute or two." },
} as const;

const checkSchema = z.object({
  id: z.string(),
  started_at: z.string(),
  /** Null while it runs. */
  ended_at: z.string().nullable(),
  done: z.number(),
  total: z.number(),
  problem_count: z.number(),
  /** The first hundred. */
  problems: z.array(
    z.object({
      kind: z.enum(PROBLEM_KINDS),
      position: z.number().nullable(),
      event_id: z.string().nullable(),
      event: z.string().nullable(),
      time: z.string().nullable(),
    }),
  ),
});
export type ChainCheck = z.infer<typeof checkSchema>;

const chainSchema = z.object({
  /** Null if nothing is sealed yet. */
  began_at: z.string().nullable(),
  /** Everything before that is sealed. */
  sealed_until: z.string().nullable(),
  /** The last seal. Whoever writes its hash down elsewhere can prove later that nothing before it changed. */
  head: z.object({ position: z.number(), hash: z.string() }).nullable(),
  /** How many seals were purged with their events. */
  purged: z.number(),
  /** The newest checks. */
  checks: z.array(checkSchema),
});

const { get, post } = routesOf("staff");

export const chainContract = {
  chain: staff("audit")
    .route(get("/admin/audit/chain", "The chain over all events, and the last checks of it"))
    .output(chainSchema),
  check: staff("audit")
    .route(get("/admin/audit/checks/{id}", "How far a check of the chain is, and what it found"))
    .errors({ CHECK_NOT_FOUND: CHAIN_ERRORS.CHECK_NOT_FOUND })
    .input(z.object({ id: idSchema }))
    .output(checkSchema),
  startCheck: staff("audit")
    .route(
      post(
        "/admin/audit/checks",
        "Check that no event was changed, removed, added or moved since it was sealed",
      ),
    )
    .errors({ NOTHING_SEALED: CHAIN_ERRORS.NOTHING_SEALED })
    .input(
      z.object({
        /** A head that was written down earlier. */
        known: z.object({ position: z.int().min(1), hash: z.string().max(100) }).optional(),
      }),
    )
    .output(checkSchema),
};
export const CHECKS_LISTED = 5;
