import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import {
  segmentsApi,
  segmentsQuery,
  useSegmentsRefresh,
} from "#src/features/audience/segments/ui/shared/segment-queries.ts";
import {
  sequencesApi,
  sequencesQuery,
  useSequencesRefresh,
} from "#src/features/email/sequences/ui/shared/sequence-queries.ts";
import { useWinBack } from "#src/features/email/sequences/ui/shared/use-win-back.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { confirm } from "#src/kit/confirm.ts";
import { newId } from "#src/kit/new-id.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";

interface GroupProps {
  /** What the group is called, also as a segment. */
  name: string;
  condition: Condition;
}

/** The group as a segment, which may not be there yet. */
function useGroupSegment({ name, condition }: GroupProps) {
  const refresh = useSegmentsRefresh();
  const { data } = useQuery(segmentsQuery());
  const known = data?.items.find((segment) => segment.name === name);
  const make = async () => {
    const { id } = await segmentsApi.create.call({ id: newId(), name, kind: "dynamic", condition });
    void refresh();
    return id;
  };
  return { isLoaded: data !== undefined, known, idOf: async () => known?.id ?? (await make()) };
}

/** Makes the group a segment, or opens the one that was made of it. */
export function SegmentButton(group: GroupProps) {
  const { name } = group;
  const navigate = useNavigate();
  const { isLoaded, known, idOf } = useGroupSegment(group);
  const open = useMutation({
    mutationFn: idOf,
    onSuccess: (id) => navigate({ to: PATHS.segment, params: { id } }),
    onError: (error) => toastError(error, "The segment couldn’t be added. Try again."),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={open.isPending}
      disabled={!isLoaded}
      aria-label={known ? `Open the segment ${name}` : `Make a segment of ${name}`}
      onClick={() => open.mutate()}
    >
      {known ? "Open segment" : "Make segment"}
    </Button>
  );
}

/** Makes a sequence for the group, opens its draft, or lets in whoever is in the group now. */
export function WinBackButton({ count, ...group }: GroupProps & { count: number }) {
  const { name } = group;
  const navigate = useNavigate();
  const refresh = useSequencesRefresh();
  const addWinBack = useWinBack();
  const maySend = useHasPermission("campaigns.send");
  const { isLoaded, idOf } = useGroupSegment(group);
  const { data } = useQuery({ ...sequencesQuery(), enabled: maySend });
  const title = `Win back: ${name}`;
  const known = data?.items.find((sequence) => sequence.name === title && sequence.state !== "stopped");
  const start = useMutation({
    mutationFn: async () => {
      const segment_id = await idOf();
      if (known?.state !== "active") return known?.id ?? (await addWinBack(title, segment_id)).id;
      const selection = { all: true as const, filter: { segment_id } };
      const entered = await sequencesApi.enrollMany.call({ id: known.id, selection });
      toastSuccess({ message: plural(entered.count, "person got in", "people got in") });
      return undefined;
    },
    onSuccess: async (id) => {
      void refresh();
      if (id !== undefined) await navigate({ to: PATHS.sequence, params: { id } });
    },
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const ask = async () => {
    const isSure =
      known?.state !== "active" ||
      (await confirm({
        title: `Let ${plural(count, "person", "people")} into “${known.name}”?`,
        message:
          "They get its e-mails from now on. Whoever is inside already, or may not get in again, is left out.",
        confirm: "Let them in",
      }));
    if (isSure) start.mutate();
  };
  if (!maySend) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={start.isPending}
      disabled={!isLoaded || !data}
      aria-label={`Win back ${name}`}
      onClick={() => void ask()}
    >
      Win back
    </Button>
  );
}
