/** One line of `results.json`. `reference` is measured in the same run, in the same unit. */
export interface Result {
  value: number;
  unit: string;
  reference: number;
  /** Value over reference. */
  ratio: number;
}

export interface Measured extends Result {
  /** What stands beside the figure on the screen: how it was measured. */
  note: string;
  /** Promises: a missed ratio or size fails the run; a missed rate is said, because it depends on the machine. */
  promises: { text: string; isKept: boolean; isRate?: boolean }[];
}

export const ROUNDS = 3;

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Measures both in turns, so that a slow moment of the machine meets both, and answers their medians. */
export async function inTurns(
  measure: () => Promise<number>,
  measureReference: () => Promise<number>,
): Promise<{ value: number; reference: number }> {
  const values: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    values.push(await measure());
    references.push(await measureReference());
  }
  return { value: median(values), reference: median(references) };
}

export function result(unit: string, { value, reference }: { value: number; reference: number }): Result {
  return { value, unit, reference, ratio: value / reference };
}
