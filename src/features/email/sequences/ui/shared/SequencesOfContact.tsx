import { Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type { SequencesProps } from "#src/features/audience/contacts/ui/shared/contact.slots.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { formatDateTime, formatUpcoming } from "#src/kit/format-date.ts";
import { PATHS } from "#src/lib/paths.ts";
import { PersonMenu } from "../people/PersonMenu.tsx";
import { ENROLLMENT_LABELS, reasonWords } from "../sequence-labels.ts";
import { sequencesApi } from "./sequence-queries.ts";

/** At a lead: the sequences that they’re inside of. Shows nothing if there’s none. */
export function SequencesOfContact({ contactId, onChanged }: SequencesProps) {
  const titleId = useId();
  const maySend = useHasPermission("campaigns.send");
  const { data } = useQuery({
    ...sequencesApi.ofContact.queryOptions({ input: { id: contactId } }),
    enabled: maySend,
  });
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="h5" id={titleId} mb="xs">
        Sequences
      </Title>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
        {data.items.map(({ sequence, ...enrollment }) => {
          const { state, reason, due_at, entered_at } = enrollment;
          const { color, label } = ENROLLMENT_LABELS[state];
          const facts = [
            reason !== "" && reasonWords(reason),
            due_at !== null && `Goes on ${formatUpcoming(due_at)}`,
            `Got in ${formatDateTime(entered_at)}`,
          ];
          return (
            <Paper key={enrollment.id} component="li" withBorder radius="md" px="md" py="xs">
              <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
                <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
                  <Anchor
                    size="sm"
                    fw={500}
                    c="inherit"
                    renderRoot={(props) => (
                      <Link {...props} to={PATHS.sequence} params={{ id: sequence.id }} />
                    )}
                  >
                    {sequence.name}
                  </Anchor>
                  <Text size="xs" c="dimmed">
                    {facts.filter(Boolean).join(" · ")}
                  </Text>
                </div>
                <Group gap={4} wrap="nowrap" flex="none">
                  <Badge size="sm" variant="light" color={color}>
                    {label}
                  </Badge>
                  <PersonMenu
                    sequenceId={sequence.id}
                    enrollment={enrollment}
                    of={sequence.name}
                    onChanged={onChanged}
                  />
                </Group>
              </Group>
            </Paper>
          );
        })}
      </Stack>
    </section>
  );
}
