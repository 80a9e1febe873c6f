import { type SQL, sql } from "drizzle-orm";

/** Who of an audience is held out of a test, who is in its sample, and who waits for its winner. */
export interface Split {
  test_id: string;
  /** The ends of the first two parts, from 0 to 1. */
  holdout_end: number;
  sample_end: number;
  /** When each version goes out, in minutes after the start. */
  delays: readonly number[];
}

/** A number from 0 to 1 that's always the same for a contact in a test, from 8 digits of their hash. */
function draw({ test_id }: Pick<Split, "test_id">, contact: SQL, digit: number): SQL {
  return sql`(('x' || substr(md5(${test_id}::text || ${contact}::text), ${digit}::int, 8))::bit(32)::bigint / 4294967296.0::float8)`;
}

/** True for contacts who get nothing. `assignment.ts` in the tests' slice draws the same. */
export function isHeldOut(split: Split, contact: SQL): SQL {
  return sql`${draw(split, contact, 1)} < ${split.holdout_end}::float8`;
}

/** True for those who get a version. */
export function isSampled(split: Split, contact: SQL): SQL {
  return sql`(${draw(split, contact, 1)} >= ${split.holdout_end}::float8
    and ${draw(split, contact, 1)} < ${split.sample_end}::float8)`;
}

/** The version that they get. */
export function variantOf(split: Split, contact: SQL): SQL {
  const count = split.delays.length;
  return sql`least(${count - 1}::int, floor(${draw(split, contact, 9)} * ${count}::int)::int)::smallint`;
}

/** How long after the others' start a version goes out. */
export function delayOf({ delays }: Split, variant: SQL): SQL {
  return sql`make_interval(mins => (${sql.param([...delays])}::int[])[${variant} + 1])`;
}
