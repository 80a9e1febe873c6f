import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { use, useRef } from "react";
import { JobProgress } from "#src/features/instance/background/ui/shared/JobProgress.tsx";
import { useJob } from "#src/features/instance/background/ui/shared/use-job.ts";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { displayedTotal, inlineEstimateLabel, plural } from "#src/kit/plural.ts";
import { type RowWords, useBulkAction } from "#src/kit/table/bulk.ts";
import { SelectionBar, type SelectionWords, TableFoot } from "#src/kit/table/SelectionBar.tsx";
import { NOTHING, type Selection, selectionInput } from "#src/kit/table/selection.ts";
import { toastFailure, toastSuccess } from "#src/kit/toasts.tsx";
import { CONTACTS_CHANGE } from "../../contract.ts";
import { type ContactFilter, contactsApi, exportOf } from "../contact-queries.ts";
import { MergeButton } from "../merge/MergeButton.tsx";
import { type StageChoice, StageMenu } from "../pipeline/StageMenu.tsx";
import { ContactSlots } from "../shared/contact.slots.ts";
import { type Tagging, TagMenu } from "./TagMenu.tsx";

interface LeadSelectionProps {
  selection: Selection;
  onSelection: (selection: Selection) => void;
  filter: ContactFilter;
  total: number;
  isEstimate: boolean;
}

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

const SELECTION_WORDS: SelectionWords = {
  selected: (count, isAbout) =>
    inlineEstimateLabel(
      plural(displayedTotal(count, isAbout), "lead selected", "leads selected"),
      count,
      isAbout,
    ),
  all: (count, isAbout) =>
    `Select all ${inlineEstimateLabel(plural(displayedTotal(count, isAbout), "lead"), count, isAbout)}`,
};

export function LeadSelection({ filter, ...bar }: LeadSelectionProps) {
  const { selection, onSelection } = bar;
  const { AddToSegment, AddToSequence } = use(ContactSlots);
  const queries = useQueryClient();
  const onChange = () => void queries.invalidateQueries({ queryKey: contactsApi.list.key() });
  // A job that started before the page loaded may be of any kind.
  const begun = useRef<"delete" | "tag" | "place">("tag");
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
  const { run, isBusy, offerUndo } = useBulkAction<Picked>({
    rows: ROW_WORDS,
    verb: "Delete",
    question: (count) => `Delete ${plural(count, "lead")}?`,
    done: (count) => plural(count, "lead deleted", "leads deleted"),
    failure: "Delete failed. Try again.",
    note: "You can undo this right afterwards. An hour later they’re gone forever, with their proof of consent.",
    send: (input) => contactsApi.deleteMany.call(input),
    undo: (undo_id) => contactsApi.restore.call({ undo_id }),
    onChange,
    onJob: followAs("delete"),
  });
  const tagging = useRef<Tagging>({ tag: "", action: "add" });
  const tag = useBulkAction<Picked>({
    rows: ROW_WORDS,
    verb: "Tag",
    question: (count) => `Tag ${plural(count, "lead")}?`,
    done: (count) => plural(count, "lead changed", "leads changed"),
    failure: "Tag failed. Try again.",
    note: "You can undo this for an hour.",
    isHarmless: true,
    send: (input) => contactsApi.tagMany.call({ ...input, ...tagging.current }),
    undo: (undo_id) => contactsApi.restore.call({ undo_id }),
    onChange: () => {
      onChange();
      void queries.invalidateQueries({ queryKey: contactsApi.settings.key() });
    },
    onJob: followAs("tag"),
  });
  const placing = useRef<StageChoice>({ stage_id: null });
  const place = useBulkAction<Picked>({
    rows: ROW_WORDS,
    verb: "Move",
    question: (count) => `Move ${plural(count, "lead")}?`,
    done: (count) => plural(count, "lead moved", "leads moved"),
    failure: "Move failed. Try again.",
    note: "You can undo this for an hour.",
    isHarmless: true,
    send: (input) => contactsApi.placeMany.call({ ...input, ...placing.current }),
    undo: (undo_id) => contactsApi.restore.call({ undo_id }),
    onChange: () => void queries.invalidateQueries({ queryKey: contactsApi.key() }),
    onJob: followAs("place"),
  });
  const offers = { delete: offerUndo, tag: tag.offerUndo, place: place.offerUndo };
  const pair = pairOf(selection);
  const picked = selectionInput(selection, filter);
  const remove = async () => {
    if (await run(picked)) onSelection(NOTHING);
  };
  const move = (chosen: StageChoice) => {
    placing.current = chosen;
    void place.run(picked);
  };
  const change = (chosen: Tagging) => {
    tagging.current = chosen;
    void tag.run(picked);
  };
  return (
    <TableFoot>
      {job && <JobProgress title="Changing leads" job={job} onCanceled={() => void look()} />}
      <SelectionBar {...bar} words={SELECTION_WORDS}>
        <TagMenu isBusy={tag.isBusy} onChoose={change} />
        {AddToSegment && <AddToSegment selection={picked} />}
        {AddToSequence && <AddToSequence selection={picked} />}
        <StageMenu isBusy={place.isBusy} onChoose={move} />
        {pair && <MergeButton pair={pair} onMerged={() => onSelection(NOTHING)} />}
        <ExportMenu files={[exportOf(filter, selection)]} />
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={16} />}
          loading={isBusy}
          disabled={job !== undefined}
          onClick={() => void remove()}
        >
          Delete
        </Button>
      </SelectionBar>
    </TableFoot>
  );
}

/** Returns two leads that were picked one by one. */
function pairOf(selection: Selection): readonly [string, string] | undefined {
  const [first, second, third] = selection.kind === "some" ? selection.ids : [];
  return first && second && !third ? [first, second] : undefined;
}
