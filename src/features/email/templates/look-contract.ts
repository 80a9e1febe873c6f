import * as z from "zod";

/** A sketch of an e-mail for its thumbnail: its colors, and how it begins. */
export const lookSchema = z.object({
  background: z.string(),
  card: z.string(),
  text: z.string(),
  accent: z.string(),
  accent_text: z.string(),
  radius: z.number(),
  parts: z.array(
    z.object({
      type: z.enum(["heading", "text", "button", "picture", "columns", "divider", "links", "social"]),
      /** A heading’s or a button’s. Empty for the others. */
      words: z.string(),
      /** A picture’s URL. Empty for the others. */
      picture: z.string(),
    }),
  ),
});
export type Look = z.output<typeof lookSchema>;
