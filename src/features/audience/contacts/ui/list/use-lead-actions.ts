import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useJob } from "#src/features/instance/background/ui/shared/use-job.ts";
import { plural } from "#src/kit/plural.ts";
import { type RowWords, useBulkAction } from "#src/kit/table/bulk.ts";
import type { selectionInput } from "#src/kit/table/selection.ts";
import { toastFailure, toastSuccess } from "#src/kit/toasts.tsx";
import { CONTACTS_CHANGE } from "../../contract.ts";
import { type ContactFilter, contactsApi } from "../contact-queries.ts";
import type { StageChoice } from "../pipeline/StageMenu.tsx";
import type { Tagging } from "./TagMenu.tsx";

type Picked = ReturnType<typeof selectionInput<ContactFilter>>;

const SKIPPED: Readonly<Record<string, (count: number) => string>> = {
  "already deleted": (count) => plural(count, "lead already deleted", "leads already deleted"),
  "already tagged": (count) => plural(count, "lead already tagged", "leads already tagged"),
  "without the tag": (count) => plural(count, "lead without the tag", "leads without the tag"),
  "already changed": (count) => plural(count, "lead already changed", "leads already changed"),
  "already there": (count) => plural(count, "lead already there", "leads already there"),
};

const ROW_WORDS: RowWords = {
  skipped: (count, reason) => SKIPPED[reason]?.(count) ?? `${plural(count, "lead")} ${reason}`,
  restored: (count) => `${plural(count, "lead restored", "leads restored")}.`,
  returned: (count) => `${plural(count, "lead had already come back", "leads had already come back")}.`,
};

/** What can be done with the selected leads, and the job that does it if there are many. */
export function useLeadActions() {
  const queries = useQueryClient();
  const onChange = () => void queries.invalidateQueries({ queryKey: contactsApi.list.key() });
  // A job that started before the page loaded may be of any kind.
  const begun = useRef<"delete" | "tag" | "place" | "score">("tag");
  const { job, look, follow } = useJob(CONTACTS_CHANGE, ({ id, state, done }) => {
    onChange();
    if (state === "failed")
      toastFailure({ message: `That stopped after ${plural(done, "lead")}. Try again.` });
    else if (done === 0) toastSuccess({ message: "Canceled. No leads were changed." });
    else offers[begun.current](id, done);
  });
  const followAs = (action: typeof begun.current) => (id: string) => {
    begun.current = action;
    follow(id);
  };
  const remove = useRemoval({ onChange, onJob: followAs("delete") });
  const tag = useChange<Tagging>({
    verb: "Tag",
    question: (count) => `Tag ${plural(count, "lead")}?`,
    failure: "Tag failed. Try again.",
    apply: (input, tagging) => contactsApi.tagMany.call({ ...input, ...tagging }),
    onChange: () => {
      onChange();
      void queries.invalidateQueries({ queryKey: contactsApi.settings.key() });
    },
    onJob: followAs("tag"),
  });
  const place = useChange<StageChoice>({
    verb: "Move",
    question: (count) => `Move ${plural(count, "lead")}?`,
    done: (count) => plural(count, "lead moved", "leads moved"),
    failure: "Move failed. Try again.",
    apply: (input, placing) => contactsApi.placeMany.call({ ...input, ...placing }),
    onChange: () => void queries.invalidateQueries({ queryKey: contactsApi.key() }),
    onJob: followAs("place"),
  });
  const score = useChange<number>({
    verb: "Change score",
    question: (count) => `Change the score of ${plural(count, "lead")}?`,
    failure: "The scores weren’t changed. Try again.",
    apply: (input, points) => contactsApi.scoreMany.call({ ...input, points }),
    onChange,
    onJob: followAs("score"),
  });
  const offers = {
    delete: remove.offerUndo,
    tag: tag.offerUndo,
    place: place.offerUndo,
    score: score.offerUndo,
  };
  return { job, look, remove, tag, place, score };
}

type Action = Parameters<typeof useBulkAction<Picked>>[0];

function useRemoval(on: Pick<Action, "onChange" | "onJob">) {
  return useBulkAction<Picked>({
    rows: ROW_WORDS,
    verb: "Delete",
    question: (count) => `Delete ${plural(count, "lead")}?`,
    done: (count) => plural(count, "lead deleted", "leads deleted"),
    failure: "Delete failed. Try again.",
    note: "You can undo this right afterwards. An hour later they’re gone forever, with their proof of consent.",
    send: (input) => contactsApi.deleteMany.call(input),
    undo: (undo_id) => contactsApi.restore.call({ undo_id }),
    ...on,
  });
}

interface Change<Choice>
  extends Pick<Action, "verb" | "question" | "failure" | "onChange" | "onJob">,
    Partial<Pick<Action, "done">> {
  apply: (input: Parameters<Action["send"]>[0], choice: Choice) => ReturnType<Action["send"]>;
}

/** A change that harms nobody, by a choice: it's sent once to count, and once more when that's confirmed. */
function useChange<Choice>({ apply, ...action }: Change<Choice>) {
  const choice = useRef<Choice>(undefined);
  const { run, isBusy, offerUndo } = useBulkAction<Picked>({
    rows: ROW_WORDS,
    done: (count) => plural(count, "lead changed", "leads changed"),
    note: "You can undo this for an hour.",
    isHarmless: true,
    send: (input) => apply(input, choice.current as Choice),
    undo: (undo_id) => contactsApi.restore.call({ undo_id }),
    ...action,
  });
  return {
    isBusy,
    offerUndo,
    run: (picked: Picked, chosen: Choice) => {
      choice.current = chosen;
      void run(picked);
    },
  };
}
