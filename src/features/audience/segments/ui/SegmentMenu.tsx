import { Menu } from "@mantine/core";
import { IconCamera, IconCopyPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Segment } from "#src/features/audience/segments/segments-contract.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { newId } from "#src/kit/new-id.ts";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { freeName } from "./free-name.ts";
import { segmentsApi, useSegmentsRefresh } from "./shared/segment-queries.ts";

const ICON = { size: 18, stroke: 1.75 };

/** What can be done with a segment besides editing it. */
export function SegmentMenu({ segment, onGone }: { segment: Segment; onGone?: () => Promise<unknown> }) {
  const { id, name, kind, condition } = segment;
  const canEdit = useHasPermission("leads.delete");
  const refresh = useSegmentsRefresh();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const run = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const taken = () => queries.fetchQuery(segmentsApi.list.queryOptions({}));
  const open = (made: { id: string }) => navigate({ to: PATHS.segment, params: { id: made.id } });
  const duplicate = () =>
    run.mutate(async () => {
      const copy = {
        id: newId(),
        name: freeName(name, (await taken()).items),
        ...(condition && { condition }),
      };
      await open(await segmentsApi.create.call(copy));
    });
  const keep = () =>
    run.mutate(async () => {
      const wanted = snapshotName(name, formatDateTime(new Date().toISOString()));
      await segmentsApi.takeSnapshot.call({ id, name: freeName(wanted, (await taken()).items) });
      toastSuccess({ message: "Snapshot taken" });
    });
  const remove = async () => {
    const message = "Its people stay on your list.";
    if (!(await confirm({ title: `Delete ${name}?`, message, confirm: "Delete segment", danger: true })))
      return;
    run.mutate(async () => {
      await segmentsApi.delete.call({ id });
      // The list is shown before it's loaded again, and would count one that's gone.
      queries.setQueryData(
        segmentsApi.list.queryKey({}),
        (known) => known && { items: known.items.filter((one) => one.id !== id) },
      );
      // Whatever shows it closes first, since loading it again would fail.
      await onGone?.();
      queries.removeQueries({ queryKey: segmentsApi.get.key({ input: { id } }) });
    });
  };
  if (!canEdit) return null;
  return (
    <RowMenuButton
      of={name}
      isBusy={run.isPending}
      menu={(anchor) => (
        <LazyMenu anchor={anchor}>
          {kind === "dynamic" && (
            <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={duplicate}>
              Duplicate
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCamera {...ICON} />} onClick={keep}>
            Take a snapshot
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash {...ICON} />}
            onClick={() => void remove()}
          >
            Delete
          </Menu.Item>
        </LazyMenu>
      )}
    />
  );
}

const snapshotName = (name: string, at: string) => `${name}, ${at}`;
