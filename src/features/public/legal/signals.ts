import * as z from "zod";

/** A version was published. */
export const legalChanged = { name: "legal.changed", payload: z.object({}) };
