import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { use } from "react";
import { JobProgress } from "#src/features/instance/background/ui/shared/JobProgress.tsx";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { displayedTotal, inlineEstimateLabel, plural } from "#src/kit/plural.ts";
import { SelectionBar, type SelectionWords, TableFoot } from "#src/kit/table/SelectionBar.tsx";
import { NOTHING, type Selection, selectionInput } from "#src/kit/table/selection.ts";
import { type ContactFilter, exportOf } from "../contact-queries.ts";
import { MergeButton } from "../merge/MergeButton.tsx";
import { StageMenu } from "../pipeline/StageMenu.tsx";
import { ContactSlots } from "../shared/contact.slots.ts";
import { ScoreMenu } from "./ScoreMenu.tsx";
import { TagMenu } from "./TagMenu.tsx";
import { useLeadActions } from "./use-lead-actions.ts";

interface LeadSelectionProps {
  selection: Selection;
  onSelection: (selection: Selection) => void;
  filter: ContactFilter;
  total: number;
  isEstimate: boolean;
}

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
  const { job, look, remove, tag, place, score } = useLeadActions();
  const pair = pairOf(selection);
  const picked = selectionInput(selection, filter);
  const removeAll = async () => {
    if (await remove.run(picked)) onSelection(NOTHING);
  };
  return (
    <TableFoot>
      {job && <JobProgress title="Changing leads" job={job} onCanceled={() => void look()} />}
      <SelectionBar {...bar} words={SELECTION_WORDS}>
        <TagMenu isBusy={tag.isBusy} onChoose={(chosen) => tag.run(picked, chosen)} />
        {AddToSegment && <AddToSegment selection={picked} />}
        {AddToSequence && <AddToSequence selection={picked} />}
        <StageMenu isBusy={place.isBusy} onChoose={(chosen) => place.run(picked, chosen)} />
        <ScoreMenu isBusy={score.isBusy} onChoose={(chosen) => score.run(picked, chosen)} />
        {pair && <MergeButton pair={pair} onMerged={() => onSelection(NOTHING)} />}
        <ExportMenu files={[exportOf(filter, selection)]} />
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={16} />}
          loading={remove.isBusy}
          disabled={job !== undefined}
          onClick={() => void removeAll()}
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
