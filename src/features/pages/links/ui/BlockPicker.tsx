import "#src/kit/deferred.css";
import { Button, Card, Group, Text, Title, UnstyledButton } from "@mantine/core";
import classes from "./Blocks.module.css";
import { choices } from "./block-kinds.tsx";
import { scrollIntoSight } from "./scroll-into-sight.ts";
import type { Creation } from "./shared/links-search.ts";

export interface BlockPickerProps {
  onChoose: (creation: Creation) => void;
  onCancel: () => void;
}

/** Everything that can be added, each with what it's for. */
export function BlockPicker({ onChoose, onCancel }: BlockPickerProps) {
  return (
    <Card ref={scrollIntoSight} className={classes.opened} p={{ base: "md", sm: "lg" }}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          Add to your page
        </Title>
        <Button variant="default" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
      <ul className={classes.picker}>
        {choices().map(({ id, Icon, label, hint }, index) => (
          <li key={id}>
            <UnstyledButton
              className={classes.choice}
              ref={index === 0 ? focusOnce : undefined}
              onClick={() => onChoose(id)}
            >
              <span className={classes.sign}>
                <Icon size={22} stroke={1.75} />
              </span>
              <span>
                <Text component="span" fw={600} display="block">
                  {label}
                </Text>
                <Text component="span" size="sm" c="dimmed" display="block">
                  {hint}
                </Text>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
}
