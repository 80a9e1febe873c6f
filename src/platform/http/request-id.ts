import { randomFillSync } from "node:crypto";

const BYTES = 16;
const pool = Buffer.alloc(256 * BYTES);
let at = pool.length;

/**
 * What a request is called in its answer and in the log: 32 random hex digits. Putting a UUID together takes
 * twice as long, and every page and click needs one.
 */
export function newRequestId(): string {
  if (at === pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  at += BYTES;
  return pool.toString("hex", at - BYTES, at);
}
