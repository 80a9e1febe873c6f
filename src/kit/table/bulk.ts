import { useState } from "react";
import { confirm } from "../confirm.ts";
import { newId } from "../new-id.ts";
import { toastError, toastFailure, toastSuccess, toastUndo } from "../toasts.tsx";

/** Formats a count with an outcome: `3 leads restored.` */
export interface RowWords {
  skipped: (count: number, reason: string) => string;
  restored: (count: number) => string;
  /** Counts the rows that had been restored before the undo. */
  returned: (count: number) => string;
}

interface BulkAction<Input> {
  rows: RowWords;
  /** The button's label, such as `Delete`. */
  verb: string;
  /** The confirmation question, such as `Delete 3 leads?` */
  question: (count: number) => string;
  /** The success message, such as `3 leads deleted`. */
  done: (count: number) => string;
  failure: string;
  /** The explanation in the confirmation. */
  note: string;
  isHarmless?: boolean;
  send: (input: { selection: Input; dry_run: boolean; undo_id: string }) => Promise<BulkPreview>;
  undo: (undoId: string) => Promise<{ restored: number; taken: number }>;
  onChange: () => void;
  /** Called when a job has started. Call `offerUndo` once it's done. */
  onJob: (id: string) => void;
}

/** A bulk action. Confirms with a dry run's numbers, applies to the rows as of then, and offers one undo. */
export function useBulkAction<Input extends object>(action: BulkAction<Input>) {
  const { rows, verb, note, isHarmless = false, send, undo, onChange, onJob } = action;
  const [isBusy, setBusy] = useState(false);

  const takeBack = async (undoId: string) => {
    try {
      const { restored, taken } = await undo(undoId);
      const left = taken > 0 ? ` ${rows.returned(taken)}` : "";
      toastSuccess({ message: rows.restored(restored) + left });
    } catch (error) {
      toastError(error, "That couldn’t be undone. Try again.");
    }
    onChange();
  };
  const offerUndo = (undoId: string, count: number) =>
    toastUndo(action.done(count), () => void takeBack(undoId));
  const act = async (selection: Input) => {
    const undo_id = newId();
    const plan = await send({ selection, dry_run: true, undo_id });
    const words = formatBulkPreview(plan, { note, words: rows.skipped });
    if ("nothing" in words) {
      toastFailure({ message: words.nothing });
      return false;
    }
    const isSure = await confirm({
      title: action.question(plan.count),
      message: words.message,
      confirm: verb,
      danger: !isHarmless,
    });
    if (!isSure) return false;
    const { count, job } = await send({ selection: boundedBy(selection, plan), dry_run: false, undo_id });
    if (job === undefined) offerUndo(undo_id, count);
    else onJob(job);
    return true;
  };
  /** Resolves to true once it's done. */
  const run = async (selection: Input): Promise<boolean> => {
    setBusy(true);
    try {
      return await act(selection);
    } catch (error) {
      toastError(error, action.failure);
      return false;
    } finally {
      setBusy(false);
      onChange();
    }
  };
  return { run, isBusy, offerUndo };
}

/** The result of a bulk action or of its dry run. */
interface BulkPreview {
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
