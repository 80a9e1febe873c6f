/** One line of `results.json`. `reference` is measured in the same run and in the same unit. */
export interface Result {
  value: number;
  unit: string;
  reference: number;
  /**
   * Value over reference. It's the median of the rounds' ratios, since a round measures both under the same
   * load.
   */
  ratio: number;
}

export interface Measured extends Result {
  /** How it was measured, shown next to the figure. */
  note: string;
  /**
   * A missed ratio or size fails the run. A missed rate is only reported, because it depends on the machine.
   */
  promises: { text: string; isKept: boolean; isRate?: boolean }[];
}

export const ROUNDS = 7;
/** Browser measurements take longer and vary less, so they need fewer rounds. */
export const BROWSER_ROUNDS = 3;

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

type Round = Pick<Result, "value" | "reference" | "ratio">;

/** Alternates between the two, so that a slow moment of the machine affects both, and returns the medians. */
export async function alternate(
  measure: () => Promise<number>,
  measureReference: () => Promise<number>,
  count = ROUNDS,
): Promise<Round> {
  const rounds: Round[] = [];
  while (rounds.length < count) {
    const value = await measure();
    const reference = await measureReference();
    rounds.push({ value, reference, ratio: value / reference });
  }
  const middle = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  return { value: middle("value"), reference: middle("reference"), ratio: middle("ratio") };
}

/** Turns a value into a figure with a unit. Values measured without rounds have no ratio. */
export function result(
  unit: string,
  { value, reference, ratio = value / reference }: Omit<Round, "ratio"> & Partial<Round>,
): Result {
  return { value, unit, reference, ratio };
}
