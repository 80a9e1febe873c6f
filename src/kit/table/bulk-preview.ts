/** The result of a bulk action or of its dry run. */
export interface BulkPreview {
  count: number;
  skipped: { reason: string; count: number }[];
  until: string;
  /** The id of the job that does the work, if any. */
  job?: string | undefined;
}

type SkippedWords = (count: number, reason: string) => string;

/** Returns the notes to confirm before a bulk action, or that there's nothing to do. */
export function formatBulkPreview(
  { count, skipped }: Pick<BulkPreview, "count" | "skipped">,
  { note, words }: { note: string; words: SkippedWords },
): { nothing: string } | { message: string } {
  const left = skipped.map(({ count, reason }) => words(count, reason)).join(", ");
  if (count === 0) return { nothing: left ? `Nothing to do: ${left}.` : "Nothing to do." };
  return { message: left ? `Skipped: ${left}. ${note}` : note };
}

/**
 * Limits a selection to the rows that matched at the time of the dry run, because later ones weren't part of
 * the question.
 */
export function boundedBy<Input extends object>(
  selection: Input,
  { until }: Pick<BulkPreview, "until">,
): Input {
  return "all" in selection ? { ...selection, until } : selection;
}
