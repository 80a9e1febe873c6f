import { ActionIcon, Button, Group, Stack, Text, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { memo } from "react";
import { FormFailure } from "../FormFailure.tsx";
import { type SaveState, saveText } from "./save-state.ts";

interface SaveStatusProps {
  state: SaveState;
  failure: string | undefined;
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
  /** Brings a field that wasn’t taken into view; undefined where all are. */
  showWrong?: () => void;
}

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether what's typed into a form that saves itself is saved, and steps back and forward. */
export const SaveStatus = memo(function Status({ state, failure, showWrong, ...steps }: SaveStatusProps) {
  return (
    <Stack gap={4}>
      <FormFailure message={failure} />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" c={state === "saved" || state === "saving" ? "dimmed" : undefined} role="status">
          {saveText(state)}
        </Text>
        <Group gap={4} wrap="nowrap">
          {(state === "refused" || state === "unasked") && showWrong && (
            <Button size="compact-sm" variant="default" onClick={showWrong}>
              Show
            </Button>
          )}
          <StepButton label="Undo" keys={IS_MAC ? "⌘Z" : "Ctrl+Z"} isOn={steps.canUndo} onClick={steps.undo}>
            <IconArrowBackUp size={20} />
          </StepButton>
          <StepButton
            label="Redo"
            keys={IS_MAC ? "⇧⌘Z" : "Ctrl+Shift+Z"}
            isOn={steps.canRedo}
            onClick={steps.redo}
          >
            <IconArrowForwardUp size={20} />
          </StepButton>
        </Group>
      </Group>
    </Stack>
  );
});

interface StepButtonProps {
  label: string;
  keys: string;
  isOn: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

/** Not disabled, because it would lose the focus at the last step. */
function StepButton({ label, keys, isOn, onClick, children }: StepButtonProps) {
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={label}
        aria-disabled={!isOn || undefined}
        data-disabled={!isOn || undefined}
        onClick={isOn ? onClick : undefined}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
