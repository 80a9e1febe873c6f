import { Select } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { contactsApi } from "../contact-queries.ts";
import { SelectionMenu } from "../shared/SelectionMenu.tsx";
import { useTeammates } from "./board-queries.ts";

export type StageChoice = { stage_id: string | null } | { owner_id: string | null };

interface PlaceMenuProps {
  isBusy: boolean;
  onChoose: (placing: StageChoice) => void;
}

const NONE = "none";

/** Moves the selected leads to a stage, or assigns them to someone. Shows nothing if there's neither. */
export function StageMenu({ isBusy, onChoose }: PlaceMenuProps) {
  const settings = useQuery(contactsApi.settings.queryOptions({}));
  const teammates = useTeammates();
  const [isOpen, setOpen] = useState(false);
  const stages = settings.data?.stages ?? [];
  if (stages.length === 0 && teammates.length < 2) return null;
  const choose = (placing: StageChoice) => {
    setOpen(false);
    onChoose(placing);
  };
  const idOf = (chosen: string) => (chosen === NONE ? null : chosen);
  const shared = { value: null, placeholder: "Choose", comboboxProps: { withinPortal: false } };
  return (
    <SelectionMenu
      label="Move"
      icon={<IconArrowRight size={16} />}
      isBusy={isBusy}
      opened={isOpen}
      onOpened={setOpen}
    >
      {stages.length > 0 && (
        <Select
          {...shared}
          label="To stage"
          data={[
            ...stages.map(({ id, name }) => ({ value: id, label: name })),
            { value: NONE, label: "Out of the pipeline" },
          ]}
          onChange={(chosen) => chosen && choose({ stage_id: idOf(chosen) })}
        />
      )}
      {teammates.length > 1 && (
        <Select
          {...shared}
          label="To person"
          data={[
            ...teammates.map(({ id, name }) => ({ value: id, label: name })),
            { value: NONE, label: "Nobody" },
          ]}
          onChange={(chosen) => chosen && choose({ owner_id: idOf(chosen) })}
        />
      )}
    </SelectionMenu>
  );
}
