import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Definition } from "#src/features/email/sequences/definition-rules.ts";
import { newId } from "#src/kit/new-id.ts";
import { StartDialog } from "#src/kit/StartDialog.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { currentZone } from "#src/kit/zone.ts";
import { PATHS } from "#src/lib/paths.ts";
import { READY_MADE } from "./ready-made.ts";
import { SEQUENCE_FILE } from "./sequence-labels.ts";
import { FileStart } from "./shared/FileStart.tsx";
import { freeName } from "./shared/free-name.ts";
import type { Made } from "./shared/json-file.ts";
import { createSequence, useSequencesRefresh } from "./shared/sequence-queries.ts";
import { useReadyStart } from "./use-ready-start.ts";

interface NewSequenceDialogProps {
  opened: boolean;
  /** The page whose sign-ups start it, if it was asked for at one. */
  pageId?: string | undefined;
  taken: readonly { name: string }[];
  onClose: () => void;
}

/** Ready-made sequences, an empty one, and those from a file. */
export function NewSequenceDialog({ opened, pageId, taken, onClose }: NewSequenceDialogProps) {
  const navigate = useNavigate();
  const refresh = useSequencesRefresh();
  const start = useReadyStart(pageId);
  const add = useMutation({
    mutationFn: ({ name, draft }: Made) =>
      createSequence({ id: newId(), name: freeName(name, taken), draft: draft as never }),
    onSuccess: async ({ id }) => {
      void refresh();
      onClose();
      await navigate({ to: PATHS.sequence, params: { id } });
    },
    onError: (error) => toastError(error, "The sequence couldn’t be added. Try again."),
  });
  const choices = [
    ...READY_MADE.map(({ key, name, about, make }) => ({
      key,
      name,
      about,
      make: () => onPage(make(start), pageId),
    })),
    {
      key: "blank",
      name: "New sequence",
      about: "Your own steps, from nothing",
      make: () => onPage({}, pageId),
    },
  ];
  return (
    <StartDialog
      opened={opened}
      choices={choices}
      isBusy={add.isPending}
      onChoose={({ name, make }) => add.mutate({ name, draft: { time_zone: currentZone(), ...make() } })}
      onClose={onClose}
    >
      <FileStart
        kind={SEQUENCE_FILE}
        refusal="That isn’t a sequence that was exported here. Choose its JSON file."
        note="Nothing goes out before you publish it."
        isBusy={add.isPending}
        onMade={(made) => add.mutate(made)}
      />
    </StartDialog>
  );
}

/** Starts by sign-ups on one page, if it starts by sign-ups or by nothing at all. */
function onPage(draft: Partial<Definition>, pageId: string | undefined): Partial<Definition> {
  const { triggers = [] } = draft;
  if (pageId === undefined || (triggers.length > 0 && triggers.every(({ type }) => type !== "lead")))
    return draft;
  const others = triggers.filter(({ type }) => type !== "lead");
  return { ...draft, triggers: [{ type: "lead", profile_ids: [pageId] }, ...others] };
}
