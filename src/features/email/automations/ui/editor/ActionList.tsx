import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { restrictToParentElement, restrictToVerticalAxis } from "@dnd-kit/modifiers";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Button, Menu, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Fragment } from "react";
import type { Action } from "#src/features/email/automations/definition-rules.ts";
import { ACTIONS_MAX } from "#src/features/email/automations/rules.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { MenuButton } from "#src/kit/MenuButton.tsx";
import { ACTION_GROUPS, ACTION_KINDS } from "../rule-labels.ts";
import { ActionCard } from "./ActionCard.tsx";
import classes from "./Rule.module.css";
import { useRuleEditing } from "./rule-context.ts";

/** What's done, one after another. */
export function ActionList() {
  const { definition, move } = useRuleEditing();
  const { actions } = definition;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const from = actions.findIndex(({ id }) => id === active.id);
    const to = actions.findIndex(({ id }) => id === over?.id);
    if (from >= 0 && to >= 0 && from !== to) move(from, to);
  };
  return (
    <Stack gap="sm">
      {actions.length > 0 && (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          modifiers={[restrictToVerticalAxis, restrictToParentElement]}
          accessibility={announcing(actions)}
          onDragEnd={drop}
        >
          <SortableContext items={actions} strategy={verticalListSortingStrategy}>
            <ol className={classes.actions} aria-label="Actions">
              {actions.map((action, at) => (
                <ActionCard key={action.id} action={action} at={at} />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      )}
      {actions.length < ACTIONS_MAX ? (
        <AddAction />
      ) : (
        <Text size="sm" c="dimmed">
          {`A rule has up to ${ACTIONS_MAX} actions.`}
        </Text>
      )}
    </Stack>
  );
}

function AddAction() {
  const { add } = useRuleEditing();
  return (
    <MenuButton
      button={(button) => (
        <Button
          {...button}
          variant="default"
          size="sm"
          style={{ alignSelf: "start" }}
          leftSection={<IconPlus size={16} />}
        >
          Add action
        </Button>
      )}
      menu={(anchor) => (
        <LazyMenu anchor={anchor} minWidth={240}>
          {ACTION_GROUPS.map(({ label, types }) => (
            <Fragment key={label}>
              <Menu.Label>{label}</Menu.Label>
              {types.map((type) => {
                const { label: name, Icon } = ACTION_KINDS[type];
                return (
                  <Menu.Item
                    key={type}
                    leftSection={<Icon size={18} stroke={1.75} />}
                    onClick={() => add(type)}
                  >
                    {name}
                  </Menu.Item>
                );
              })}
            </Fragment>
          ))}
        </LazyMenu>
      )}
    />
  );
}

/** The screen reader's announcements while an action is moved. */
function announcing(actions: readonly Action[]) {
  const indexOf = (id: string | number) => actions.findIndex((action) => action.id === id);
  const nameOf = (id: string | number) => ACTION_KINDS[actions[indexOf(id)]?.type ?? "wait"].label;
  const placeOf = (id: string | number) => `position ${indexOf(id) + 1} of ${actions.length}`;
  return {
    screenReaderInstructions: {
      draggable:
        "To move this action, press Space. Use the arrow keys to move it, then press Space to drop it or Escape to cancel.",
    },
    announcements: {
      onDragStart: ({ active }: { active: { id: string | number } }) =>
        `${nameOf(active.id)} picked up at ${placeOf(active.id)}.`,
      onDragOver: ({ active, over }: DragEndEvent) =>
        over ? `${nameOf(active.id)} is over ${placeOf(over.id)}.` : undefined,
      onDragEnd: ({ active, over }: DragEndEvent) =>
        over ? `${nameOf(active.id)} dropped at ${placeOf(over.id)}.` : `${nameOf(active.id)} dropped.`,
      onDragCancel: ({ active }: { active: { id: string | number } }) =>
        `Move canceled. ${nameOf(active.id)} is back where it was.`,
    },
  };
}
