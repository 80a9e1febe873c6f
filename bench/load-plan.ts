/** The load generator's instructions, passed as JSON. */
export interface LoadPlan {
  port: number;
  connections: number;
  /** How many requests a connection sends before it waits for their answers. */
  pipeline: number;
  warmSeconds: number;
  seconds: number;
  /**
   * Complete requests; connections take them in turn. `UUID_SLOT` becomes a fresh id, `PICK_SLOT` the next of
   * `picks`.
   */
  requests: string[];
  /** Each is as long as `PICK_SLOT`. */
  picks: string[];
  /** The status expected of every answer. */
  status: number;
}

export interface LoadReport {
  perSecond: number;
  answers: number;
  /** The start of the first answer with a different status. */
  failure?: string;
  /** How much of its core the generator used, from 0 to 1. Near 1, the generator itself is the bottleneck. */
  busy: number;
}

/** Slots are as long as an id, so filling one doesn't move any bytes. */
const SLOT_CHARS = 36;
export const UUID_SLOT = "<uuid>".padEnd(SLOT_CHARS, "-");
export const PICK_SLOT = "<pick>".padEnd(SLOT_CHARS, "-");
