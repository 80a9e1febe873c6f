import * as z from "zod";

const intervalSchema = z.object({ low: z.number(), high: z.number() });

const versionFiguresSchema = z.object({
  /** How many people it was chosen for, how many got it, and how many of them responded in time. */
  assigned: z.number(),
  sent: z.number(),
  waiting: z.number(),
  responded: z.number(),
  rate: intervalSchema,
  complained: z.number(),
  unsubscribed: z.number(),
  /** How many of all it was chosen for bought something, whether they got it or not. */
  ordered: z.number(),
});
export type VersionFigures = z.infer<typeof versionFiguresSchema>;

export const figuresSchema = z.object({
  versions: z.array(versionFiguresSchema),
  /** The version that’s ahead, and the one that surely is better. */
  leader: z.number().nullable(),
  winner: z.number().nullable(),
  /** By how much the leader is better than each of the others, from -1 to 1. */
  leads: z.array(z.object({ other: z.number(), interval: intervalSchema })),
  /** How likely so uneven a split is by chance. */
  split_probability: z.number(),
  /** What the e-mail changes: buyers among those who were to get one, and among those held out. */
  effect: z
    .object({
      held_out: z.number(),
      held_out_ordered: z.number(),
      mailed: z.number(),
      mailed_ordered: z.number(),
      /** By how much more of the first bought. Null until anyone did. */
      interval: intervalSchema.nullable(),
    })
    .nullable(),
});
export type TestFigures = z.infer<typeof figuresSchema>;
