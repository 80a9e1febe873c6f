import * as z from "zod";
import { type BodyRule, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { CSS_CHARS_MAX } from "./css-hook-rules.ts";

const checkedSchema = z.object({
  /** What pages get of it. */
  css: z.string(),
  /** What’s left out, and why. */
  problems: z.array(z.object({ line: z.number(), message: sentence() })),
});
export type CheckedCss = z.infer<typeof checkedSchema>;

/** Any character may take several bytes. */
const BODY: BodyRule = { kind: "json", bytesMax: 8 * CSS_CHARS_MAX };
const { ask } = routesOf("profiles");

export const ownCssContract = {
  check: member("profiles.edit", BODY)
    .route(ask("/profiles/css", "What a page would take of its own style sheet, and what not, line by line"))
    .input(z.object({ css: z.string().max(CSS_CHARS_MAX, "This text is too long.") }))
    .output(checkedSchema),
};
