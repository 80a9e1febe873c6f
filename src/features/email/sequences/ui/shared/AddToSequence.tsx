import { Button, Select, Text } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SegmentMenuProps } from "#src/features/audience/contacts/ui/shared/contact.slots.ts";
import { SelectionMenu } from "#src/features/audience/contacts/ui/shared/SelectionMenu.tsx";
import { useHasFeature } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { sequencesApi, sequencesQuery, useSequencesRefresh } from "./sequence-queries.ts";

/** Lets the selected leads into a running sequence. Shows nothing as long as there's none. */
export function AddToSequence({ selection }: SegmentMenuProps) {
  const maySend = useHasPermission("campaigns.send");
  const isAllowed = useHasFeature("sequences") && maySend;
  const { data } = useQuery({ ...sequencesQuery(), enabled: isAllowed });
  const refresh = useSequencesRefresh();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const running = (isAllowed && data ? data.items : []).filter(({ state }) => state === "active");
  const id = running.find((one) => one.id === chosen)?.id ?? running[0]?.id;
  const add = useMutation({
    mutationFn: (id: string) => sequencesApi.enrollMany.call({ id, selection }),
    onSuccess: ({ count }) => {
      setOpen(false);
      if (count > 0) toastSuccess({ message: plural(count, "person got in", "people got in") });
      else toastSuccess({ message: "Nobody got in: they’re inside already, or may not get in again" });
    },
    onError: (error) => toastError(error, "They couldn’t be added. Try again."),
    onSettled: refresh,
  });
  if (running.length === 0) return null;
  return (
    <SelectionMenu
      label="Add to sequence"
      icon={<IconRoute size={16} />}
      isBusy={add.isPending}
      opened={isOpen}
      onOpened={setOpen}
    >
      <Select
        size="md"
        label="Sequence"
        allowDeselect={false}
        data={running.map((one) => ({ value: one.id, label: one.name }))}
        value={id ?? null}
        onChange={setChosen}
        comboboxProps={{ withinPortal: false }}
      />
      <Text size="xs" c="dimmed">
        They begin at the first step, right away.
      </Text>
      <Button size="sm" onClick={() => id && add.mutate(id)}>
        Add
      </Button>
    </SelectionMenu>
  );
}
