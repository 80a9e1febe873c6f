import { Group, Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Problems } from "#src/features/email/sequences/ui/shared/Problems.tsx";
import { useRuleEditing } from "./rule-context.ts";

interface PartProps {
  title: string;
  text?: string;
  /** The places of problems that are shown here. */
  places: readonly string[];
  action?: ReactNode;
  children?: ReactNode;
}

/** One of the rule's parts: when, if, and then. */
export function Part({ title, text, places, action, children }: PartProps) {
  const { problems } = useRuleEditing();
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      p={{ base: "md", xs: "lg" }}
      aria-label={title}
      data-part={places[0]}
    >
      <Stack gap="sm">
        <Group justify="space-between" align="start" gap="sm" wrap="nowrap">
          <div>
            <Text component="h2" fw={600} size="lg" m={0}>
              {title}
            </Text>
            {text && (
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            )}
          </div>
          {action}
        </Group>
        {children}
        <Problems problems={problems.filter(({ where }) => places.includes(where))} />
      </Stack>
    </Paper>
  );
}
