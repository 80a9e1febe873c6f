import { isDeepStrictEqual } from "node:util";

/** Those of the wanted values that a row doesn't have yet. */
export function changesTo<Row extends object>(row: Row, wanted: Partial<Row>): Partial<Row> {
  const changed = Object.entries(wanted).filter(
    ([field, value]) => !isDeepStrictEqual(value, row[field as keyof Row]),
  );
  return Object.fromEntries(changed) as Partial<Row>;
}
