import { Anchor, Badge, Group, Paper, Text } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import type { Enrollment } from "#src/features/email/sequences/contract.ts";
import { formatDateTime, formatUpcoming } from "#src/kit/format-date.ts";
import { ENROLLMENT_LABELS, reasonWords } from "../sequence-labels.ts";
import { PersonMenu } from "./PersonMenu.tsx";

interface EnrollmentItemProps extends ComponentProps<typeof PersonMenu> {
  enrollment: Enrollment;
  /** The person in a sequence's list, the sequence in a person's. */
  title: string;
  link: (props: object) => ReactNode;
  /** The step's sentence, if it's known and they're inside. */
  at?: string | undefined;
}

/** Somebody's way through a sequence, with what can be done about it. */
export function EnrollmentItem({ title, link, at, ...menu }: EnrollmentItemProps) {
  const { state, reason, due_at, entered_at, ended_at } = menu.enrollment;
  const { color, label } = ENROLLMENT_LABELS[state];
  const facts = [
    at,
    reason !== "" && reasonWords(reason),
    ended_at === null
      ? due_at !== null && `Goes on ${formatUpcoming(due_at)}`
      : `Ended ${formatDateTime(ended_at)}`,
    `Got in ${formatDateTime(entered_at)}`,
  ];
  return (
    <Paper component="li" withBorder radius="md" px="md" py="xs">
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
          <Anchor size="sm" fw={500} c="inherit" renderRoot={link}>
            {title}
          </Anchor>
          <Text size="xs" c="dimmed">
            {facts.filter(Boolean).join(" · ")}
          </Text>
        </div>
        <Group gap={4} wrap="nowrap" flex="none">
          <Badge size="sm" variant="light" color={color}>
            {label}
          </Badge>
          {ended_at === null && <PersonMenu {...menu} />}
        </Group>
      </Group>
    </Paper>
  );
}
