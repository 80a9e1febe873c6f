/** Kinds of work that serving an account's pages takes (`egress_tracking.operation_type`, spec §3). */
export const OPERATION_TYPES = [
  "image_optimization",
  "cache_hit",
  "analytics_batch",
  "storage_access",
  "function_call",
] as const;
export type OperationType = (typeof OPERATION_TYPES)[number];

/** What one piece of work is taken to cost where nobody measures it (spec §9). */
export const ANALYTICS_EVENT_BYTES = 100;
export const ANALYTICS_EVENT_SAVED_BYTES = 50;
export const FUNCTION_CALL_BYTES = 1024;
export const GEOLOCATION_FETCH_BYTES = 2048;
/** What a kept page spares the database. */
export const CACHE_HIT_SAVED_BYTES = 512;
