import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useId, useState } from "react";
import { formatDateTime } from "#src/kit/format-date.ts";
import type { ContactDetails } from "../../contract.ts";
import { useUndoMerge } from "./merge-queries.ts";

/** Leads that were merged into this one, as long as that can be undone. */
export function MergedLeads({ contact: { merged }, mayEdit }: { contact: ContactDetails; mayEdit: boolean }) {
  const titleId = useId();
  const split = useUndoMerge();
  const [busyId, setBusyId] = useState<string>();
  if (merged.length === 0) return null;
  const undo = async (id: string) => {
    setBusyId(id);
    await split(id);
    setBusyId(undefined);
  };
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="h5" id={titleId} mb="xs">
        Merged with
      </Title>
      <Stack gap="xs">
        {merged.map(({ id, name, email, undo_until }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div style={{ overflowWrap: "anywhere", minWidth: 0 }}>
              {name && <Text size="sm">{name}</Text>}
              <Text size="sm">{email}</Text>
            </div>
            {mayEdit && (
              <Button
                variant="default"
                size="sm"
                flex="none"
                title={`Until ${formatDateTime(undo_until)}`}
                disabled={busyId !== undefined && busyId !== id}
                loading={busyId === id}
                onClick={() => void undo(id)}
              >
                Undo merge
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </section>
  );
}
