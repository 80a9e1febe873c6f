import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { JobProgress } from "#src/features/background/ui/shared/JobProgress.tsx";
import { useJob } from "#src/features/background/ui/shared/use-job.ts";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { tellFailure, tellSuccess } from "#src/kit/notices.tsx";
import { plural } from "#src/kit/plural.ts";
import { useBulkAction } from "#src/kit/table/bulk.ts";
import { SelectionBar, TableFoot } from "#src/kit/table/SelectionBar.tsx";
import { NOTHING, type Selection, selectionInput } from "#src/kit/table/selection.ts";
import { LEADS_DELETION } from "../contract.ts";
import { exportOf, type LeadFilter, leadsApi } from "./lead-queries.ts";

interface LeadSelectionProps {
  selection: Selection;
  onSelection: (selection: Selection) => void;
  filter: LeadFilter;
  total: number;
  isEstimate: boolean;
}

type Picked = ReturnType<typeof selectionInput<LeadFilter>>;

/** What can be done with the selected leads. */
export function LeadSelection({ filter, ...bar }: LeadSelectionProps) {
  const { selection, onSelection } = bar;
  const queries = useQueryClient();
  const onChange = () => void queries.invalidateQueries({ queryKey: leadsApi.list.key() });
  const { job, look, follow } = useJob(LEADS_DELETION, ({ id, state, done }) => {
    onChange();
    if (state === "failed")
      tellFailure({ message: `Deleting stopped after ${plural(done, "lead")}. Try again.` });
    else if (done === 0) tellSuccess({ message: "Canceled. No leads were deleted." });
    else offerUndo(id, done);
  });
  const { run, isBusy, offerUndo } = useBulkAction<Picked>({
    noun: "lead",
    verb: "Delete",
    done: "deleted",
    note: "You can undo this right afterwards. An hour later they’re gone forever, with their proof of consent.",
    send: (input) => leadsApi.deleteMany.call(input),
    undo: (undo_id) => leadsApi.restore.call({ undo_id }),
    onChange,
    onJob: follow,
  });
  const remove = async () => {
    if (await run(selectionInput(selection, filter))) onSelection(NOTHING);
  };
  return (
    <TableFoot>
      {job && <JobProgress title="Deleting leads" job={job} onCanceled={() => void look()} />}
      <SelectionBar {...bar} noun="lead">
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
