import { Modal, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./StartDialog.module.css";

interface Choice {
  key: string;
  name: string;
  about: string;
}

interface StartDialogProps<One extends Choice> {
  opened: boolean;
  choices: readonly One[];
  /** True if nothing can be chosen now. */
  isBusy: boolean;
  onChoose: (choice: One) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** What a new thing can start from: ready-made ones, and an empty one. */
export function StartDialog<One extends Choice>(props: StartDialogProps<One>) {
  const { opened, choices, isBusy, onChoose, onClose, children } = props;
  return (
    <Modal opened={opened} onClose={onClose} title="Start from" size="xl">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          {choices.map((choice) => (
            <button
              key={choice.key}
              type="button"
              className={`plain-button mantine-focus-auto ${classes.choice}`}
              disabled={isBusy}
              onClick={() => onChoose(choice)}
            >
              <Text fw={600}>{choice.name}</Text>
              <Text size="sm" c="dimmed">
                {choice.about}
              </Text>
            </button>
          ))}
        </SimpleGrid>
        {children}
      </Stack>
    </Modal>
  );
}
