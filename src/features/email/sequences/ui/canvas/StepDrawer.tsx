import { Button, Drawer, Group, Stack } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { useEditing } from "../editor/editor-context.ts";
import { STEP_KINDS } from "../editor/step-kinds.ts";
import { StepFields } from "../fields/StepFields.tsx";
import { Problems } from "../shared/Problems.tsx";

/** The fields of the step that was opened on the canvas. */
export function StepDrawer() {
  const { all, opened, open, numbers } = useEditing();
  const step = all.find(({ id }) => id === opened);
  // While it closes, it still shows what it showed.
  const last = useRef<Step>(undefined);
  if (step) last.current = step;
  const shown = step ?? last.current;
  return (
    <Drawer
      opened={step !== undefined}
      onClose={() => open(undefined)}
      position="right"
      size={shown?.type === "send" ? "xl" : "md"}
      title={shown && `Step ${formatNumber(numbers.get(shown.id) ?? 0)}: ${STEP_KINDS[shown.type].label}`}
    >
      {step && <Content step={step} />}
    </Drawer>
  );
}

const ICON = { size: 16 };

function Content({ step }: { step: Step }) {
  const { problems, move, remove, open, revision } = useEditing();
  return (
    <Stack>
      <Problems problems={problems.filter(({ where }) => where === step.id)} />
      <StepFields key={`${step.id} ${revision}`} step={step} />
      <Group gap="xs">
        <Button
          size="sm"
          variant="default"
          leftSection={<IconArrowUp {...ICON} />}
          onClick={() => move(step.id, -1)}
        >
          Move up
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconArrowDown {...ICON} />}
          onClick={() => move(step.id, 1)}
        >
          Move down
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconTrash {...ICON} />}
          onClick={() => {
            open(undefined);
            remove(step.id);
          }}
        >
          Remove step
        </Button>
      </Group>
    </Stack>
  );
}
