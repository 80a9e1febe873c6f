import { randomBytes } from "node:crypto";
import { REPORT_NUMBER_BYTES, reportNumber } from "./rules.ts";

/** A report's number, or a case's, which nobody can guess. */
export function newNumber(kind: "R" | "C" = "R"): string {
  return reportNumber(randomBytes(REPORT_NUMBER_BYTES), kind);
}
