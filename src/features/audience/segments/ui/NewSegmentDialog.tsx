import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { newId } from "#src/kit/new-id.ts";
import { StartDialog } from "#src/kit/StartDialog.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { freeName } from "./free-name.ts";
import { READY_MADE } from "./ready-made.ts";
import { segmentsApi, useSegmentsRefresh } from "./shared/segment-queries.ts";

interface NewSegmentDialogProps {
  opened: boolean;
  taken: readonly { name: string }[];
  onClose: () => void;
}

const FRESH = [
  {
    key: "blank",
    name: "New segment",
    about: "Your own conditions, from nothing",
    kind: "dynamic",
    condition: EVERYONE,
  },
  { key: "static", name: "Picked by hand", about: "People you choose from your leads", kind: "static" },
] as const;
const CHOICES = [...READY_MADE.map((ready) => ({ ...ready, kind: "dynamic" as const })), ...FRESH];
type Choice = (typeof CHOICES)[number];

/** Ready-made segments, and empty ones. */
export function NewSegmentDialog({ opened, taken, onClose }: NewSegmentDialogProps) {
  const navigate = useNavigate();
  const refresh = useSegmentsRefresh();
  const add = useMutation({
    mutationFn: ({ name, kind, ...choice }: Choice) =>
      segmentsApi.create.call({
        id: newId(),
        name: freeName(name, taken),
        kind,
        ...("condition" in choice && { condition: choice.condition }),
      }),
    onSuccess: async ({ id }) => {
      void refresh();
      onClose();
      await navigate({ to: PATHS.segment, params: { id } });
    },
    onError: (error) => toastError(error, "The segment couldn’t be added. Try again."),
  });
  return (
    <StartDialog
      opened={opened}
      choices={CHOICES}
      isBusy={add.isPending}
      onChoose={(choice) => add.mutate(choice)}
      onClose={onClose}
    />
  );
}
