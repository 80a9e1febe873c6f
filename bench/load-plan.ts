/** What the load generator is asked to do, handed over as JSON. */
export interface LoadPlan {
  port: number;
  connections: number;
  /** Requests that a connection sends at once before it waits for their answers. */
  pipeline: number;
  warmSeconds: number;
  seconds: number;
  /** Whole requests, one per connection in turn. `UUID_SLOT` becomes a fresh id, `PICK_SLOT` the next of `picks`. */
  requests: string[];
  /** Texts of the length of `PICK_SLOT`. */
  picks: string[];
  /** The status that every answer must have. */
  status: number;
}

export interface LoadReport {
  perSecond: number;
  answers: number;
  /** The start of the first answer that had another status. */
  failure?: string;
  /** How much of one core the generator used itself, 0 to 1: near 1 it is what limits. */
  busy: number;
}

/** Slots have the length of an id, so that filling one moves nothing. */
const SLOT_CHARS = 36;
export const UUID_SLOT = "<uuid>".padEnd(SLOT_CHARS, "-");
export const PICK_SLOT = "<pick>".padEnd(SLOT_CHARS, "-");
