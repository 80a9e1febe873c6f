import * as z from "zod";
import { storedText } from "#src/lib/endpoint.ts";
import {
  CONDITION_DEPTH_MAX,
  CONDITION_PARTS_MAX,
  COUNT_MAX,
  type Condition,
  DAYS_MAX,
  EVENTS,
  isWithinLimits,
  OPERATORS,
  VALUE_CHARS_MAX,
  VALUES_MAX,
} from "./condition-rules.ts";

const scalarSchema = z.union([storedText(VALUE_CHARS_MAX), z.number(), z.boolean()]);
const count = (min: number, max: number) => z.number().int().min(min).max(max).optional();

const daySchema = storedText(10).optional();

const parts = z.lazy(() => z.array(partSchema).max(CONDITION_PARTS_MAX));
const partSchema: z.ZodType<Condition> = z.union([
  z.strictObject({ all: parts }),
  z.strictObject({ any: parts }),
  z.strictObject({ none: parts }),
  z.strictObject({
    attribute: storedText(80),
    operator: z.enum(OPERATORS),
    value: z.union([scalarSchema, z.array(scalarSchema).max(VALUES_MAX)]).optional(),
  }),
  z.strictObject({
    event: z.enum(EVENTS),
    link_id: z.guid().optional(),
    profile_id: z.guid().optional(),
    campaign_id: z.guid().optional(),
    last_campaigns: count(1, 100),
    at_least: count(1, COUNT_MAX),
    at_most: count(0, COUNT_MAX),
    amount: z.number().min(0.01).max(COUNT_MAX).optional(),
    days: count(1, DAYS_MAX),
    from: daySchema,
    to: daySchema,
  }),
  z.strictObject({ segment_id: z.guid() }),
]);

/** Which contacts: see `condition-rules.ts`. */
export const conditionSchema = z
  .unknown()
  .refine(isWithinLimits, {
    message: `A condition can have up to ${CONDITION_PARTS_MAX} parts, ${CONDITION_DEPTH_MAX} levels deep.`,
    abort: true,
  })
  .pipe(partSchema) as unknown as z.ZodType<Condition, Condition>;
