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

export const UUID_SLOT = "<<a fresh random UUID, 36 letters.>>";
export const PICK_SLOT = "<<the next of the picks, 36 chars.>>";
