/** The kinds of work that serving an account's pages takes (`egress_tracking.operation_type`, spec §3). */
export const OPERATION_TYPES = [
  "image_optimization",
  "cache_hit",
  "analytics_batch",
  "storage_access",
  "function_call",
] as const;
export type OperationType = (typeof OPERATION_TYPES)[number];
