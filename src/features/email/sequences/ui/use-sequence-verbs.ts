import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Sequence, SequenceSummary } from "#src/features/email/sequences/contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { newId } from "#src/kit/new-id.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { SEQUENCE_FILE } from "./sequence-labels.ts";
import { freeName } from "./shared/free-name.ts";
import { downloadMade } from "./shared/json-file.ts";
import { createSequence, sequencesApi, useSequencesRefresh } from "./shared/sequence-queries.ts";

type Subject = Pick<SequenceSummary, "id" | "name" | "counts">;

/** What can be done with a sequence besides editing it. */
export function useSequenceVerbs({ id, name, counts }: Subject) {
  const refresh = useSequencesRefresh();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const run = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSettled: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const load = async () => (await sequencesApi.get.call({ id })) as unknown as Sequence;
  const copy = () =>
    run.mutate(async () => {
      const { items } = await queries.fetchQuery(sequencesApi.list.queryOptions({}));
      const { draft } = await load();
      const made = await createSequence({ id: newId(), name: freeName(name, items), draft });
      await navigate({ to: PATHS.sequence, params: { id: made.id } });
    });
  const save = () => run.mutate(async () => downloadMade(SEQUENCE_FILE, await load()));
  const pause = async () => {
    const message =
      counts.inside === 0
        ? "Nobody gets in until you resume it."
        : `${peopleInside(counts.inside)} where they are, and nobody gets in until you resume it.`;
    if (await confirm({ title: `Pause “${name}”?`, message, confirm: "Pause" }))
      run.mutate(() => sequencesApi.pause.call({ id }));
  };
  const stop = async () => {
    const message =
      counts.inside === 0
        ? "Nobody gets in anymore. A stopped sequence can’t start again, but you can copy it."
        : `${peopleLeave(counts.inside)}, and nobody gets in anymore. A stopped sequence can’t start again, but you can copy it.`;
    const question = { title: `Stop “${name}” for good?`, message, confirm: "Stop sequence", danger: true };
    if (await confirm(question)) run.mutate(() => sequencesApi.stop.call({ id }));
  };
  const remove = async () => {
    const message =
      counts.entered === 0
        ? "Its steps and e-mails go with it."
        : `Its figures about ${people(counts.entered)} go, too, and links in its e-mail stop working.`;
    const question = { title: `Delete “${name}”?`, message, confirm: "Delete sequence", danger: true };
    if (!(await confirm(question))) return;
    run.mutate(async () => {
      await sequencesApi.delete.call({ id });
      // The list is shown before it's loaded again, and would have one that's gone.
      queries.setQueryData(
        sequencesApi.list.queryKey({}),
        (known) => known && { items: known.items.filter((one) => one.id !== id) },
      );
      await navigate({ to: PATHS.sequences });
    });
  };
  return { copy, save, pause, stop, remove, run, isBusy: run.isPending };
}

const people = (count: number) => (count === 1 ? "one person" : `${formatNumber(count)} people`);
const peopleInside = (count: number) =>
  count === 1 ? "The one person inside stays" : `The ${formatNumber(count)} people inside stay`;
const peopleLeave = (count: number) =>
  count === 1 ? "The one person inside leaves" : `The ${formatNumber(count)} people inside leave`;
