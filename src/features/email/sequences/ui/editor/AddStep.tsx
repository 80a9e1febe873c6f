import { Button, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { IconButton } from "#src/kit/IconButton.tsx";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { MenuButton } from "#src/kit/MenuButton.tsx";
import classes from "./Editor.module.css";
import { useEditing } from "./editor-context.ts";
import { STEP_KINDS, STEP_TYPES } from "./step-kinds.ts";
import type { Place } from "./step-tree.ts";

interface AddStepProps {
  place: Place;
  /** Such as `before step 2`, which tells the buttons apart. */
  where: string;
  /** Shows only a sign, between two steps. */
  isSmall?: boolean;
}

/** Adds a step at a place, chosen from a menu of all kinds. */
export function AddStep({ place, where, isSmall = false }: AddStepProps) {
  const { add } = useEditing();
  const label = `Add step ${where}`;
  return (
    <div className={isSmall ? classes.between : classes.last}>
      <MenuButton
        button={(button) =>
          isSmall ? (
            <IconButton {...button} round aria-label={label}>
              <IconPlus size={16} />
            </IconButton>
          ) : (
            <Button
              {...button}
              variant="default"
              size="sm"
              leftSection={<IconPlus size={16} />}
              aria-label={label}
            >
              Add step
            </Button>
          )
        }
        menu={(anchor) => (
          <LazyMenu anchor={anchor} minWidth={200}>
            {STEP_TYPES.map((type) => {
              const { label, Icon } = STEP_KINDS[type];
              return (
                <Menu.Item
                  key={type}
                  leftSection={<Icon size={18} stroke={1.75} />}
                  onClick={() => add(place, type)}
                >
                  {label}
                </Menu.Item>
              );
            })}
          </LazyMenu>
        )}
      />
    </div>
  );
}
