import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type { SequencesProps } from "#src/features/audience/contacts/ui/shared/contact.slots.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { PATHS } from "#src/lib/paths.ts";
import { EnrollmentItem } from "../people/EnrollmentItem.tsx";
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
        {data.items.map(({ sequence, ...enrollment }) => (
          <EnrollmentItem
            key={enrollment.id}
            sequenceId={sequence.id}
            enrollment={enrollment}
            title={sequence.name}
            of={sequence.name}
            link={(props) => <Link {...props} to={PATHS.sequence} params={{ id: sequence.id }} />}
            onChanged={onChanged}
          />
        ))}
      </Stack>
    </section>
  );
}
