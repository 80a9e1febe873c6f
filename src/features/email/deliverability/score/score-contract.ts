import * as z from "zod";
import { member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { SCORE_TESTS } from "./score-rules.ts";

const testSchema = z.object({
  name: z.enum(SCORE_TESTS),
  /** Null if it can’t be judged, which costs nothing. */
  points: z.number().nullable(),
  possible: z.number(),
  why: sentence(),
});

const scoreSchema = z.object({
  domains: z.array(
    z.object({
      host: z.string(),
      /** From 0 to 100, of the points that could be judged. Null if none could. */
      score: z.number().nullable(),
      tests: z.array(testSchema),
      /** The tests with the most points to win, up to three. */
      steps: z.array(z.enum(SCORE_TESTS)),
    }),
  ),
});
export type Scores = z.infer<typeof scoreSchema>;

const { get } = routesOf("deliverability");

export const scoreEndpoints = {
  score: member("mail.send")
    .route(
      get(
        "/deliverability/score",
        "A score from 0 to 100 for each sender’s domain: every point names its test and why",
      ),
    )
    .output(scoreSchema),
};
