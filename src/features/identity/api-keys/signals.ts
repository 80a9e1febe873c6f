import * as z from "zod";

/** A key was revoked or got a new secret: anything it holds open ends, unless it may continue. */
export const keyEnded = { name: "key.ended", payload: z.object({ key_id: z.string() }) };
