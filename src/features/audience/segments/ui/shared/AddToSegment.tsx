import { Autocomplete, Button } from "@mantine/core";
import { IconUsersGroup } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SegmentMenuProps } from "#src/features/audience/contacts/ui/shared/contact.slots.ts";
import { SelectionMenu } from "#src/features/audience/contacts/ui/shared/SelectionMenu.tsx";
import { SEGMENT_NAME_CHARS_MAX } from "#src/features/audience/segments/rules.ts";
import { newId } from "#src/kit/new-id.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { segmentsApi, segmentsQuery, useSegmentsRefresh } from "./segment-queries.ts";

/** Adds the selected leads to a segment whose people are picked by hand, or to a new one. */
export function AddToSegment({ selection }: SegmentMenuProps) {
  const { data } = useQuery(segmentsQuery());
  const refresh = useSegmentsRefresh();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const picked = (data?.items ?? []).filter(({ kind }) => kind === "static");
  const add = useMutation({
    mutationFn: async (wanted: string) => {
      const known = picked.find((one) => one.name.toLowerCase() === wanted.toLowerCase());
      const { id } = known ?? (await segmentsApi.create.call({ id: newId(), name: wanted, kind: "static" }));
      return segmentsApi.addMembers.call({ id, selection });
    },
    onSuccess: ({ count }) => {
      setOpen(false);
      toastSuccess({ message: `${plural(count, "lead")} added` });
    },
    onError: (error) => toastError(error, "They couldn’t be added. Try again."),
    onSettled: refresh,
  });
  const submit = () => {
    if (name.trim() !== "") add.mutate(name.trim());
  };
  return (
    <SelectionMenu
      label="Add to segment"
      icon={<IconUsersGroup size={16} />}
      isBusy={add.isPending}
      opened={isOpen}
      onOpened={setOpen}
    >
      <Autocomplete
        label="Segment"
        description="One whose people you pick. A new name makes a new one."
        data={picked.map((one) => one.name)}
        maxLength={SEGMENT_NAME_CHARS_MAX}
        value={name}
        onChange={setName}
        onKeyDown={({ key }) => key === "Enter" && submit()}
        comboboxProps={{ withinPortal: false }}
      />
      <Button size="sm" onClick={submit}>
        Add
      </Button>
    </SelectionMenu>
  );
}
