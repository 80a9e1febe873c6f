import * as z from "zod";

/** A key was revoked or got a new secret, so its open connections end unless it may continue. */
export const keyEnded = { name: "key.ended", payload: z.object({ key_id: z.string() }) };
