import type { BreakdownName } from "../contract.ts";

/** One breakdown in words. */
export interface BreakdownTab {
  name: BreakdownName;
  title: string;
  /** Heads the column of names. */
  column: string;
  /** Shown when nothing was counted. */
  empty: string;
}
