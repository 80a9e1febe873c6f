import type { BreakdownName } from "../contract.ts";

export interface BreakdownTab {
  name: BreakdownName;
  title: string;
  /** The heading of the column of names. */
  column: string;
  /** Shown when nothing was counted. */
  empty: string;
}
