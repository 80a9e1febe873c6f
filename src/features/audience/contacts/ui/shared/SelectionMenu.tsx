import { Button, Popover, Stack } from "@mantine/core";
import type { ReactNode } from "react";

interface SelectionMenuProps {
  label: string;
  icon: ReactNode;
  isBusy: boolean;
  opened: boolean;
  onOpened: (opened: boolean) => void;
  children: ReactNode;
}

/** Something to do with the selected leads that asks for a word first. */
export function SelectionMenu({ label, icon, isBusy, opened, onOpened, children }: SelectionMenuProps) {
  return (
    <Popover opened={opened} onChange={onOpened} width={280} shadow="md" trapFocus returnFocus position="top">
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={icon}
          loading={isBusy}
          onClick={() => onOpened(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="sm">{children}</Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
