import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { pathsIn } from "#src/features/audience/segments/conditions/check-rules.ts";
import type { Segment } from "#src/features/audience/segments/segments-contract.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { ContactPicker } from "./shared/ContactPicker.tsx";
import { explainQuery } from "./shared/segment-queries.ts";
import { testClause } from "./shared/sentence.ts";

/** Says why somebody is in a segment, or isn't. */
export function ExplainCard({ segment, catalog }: { segment: Segment; catalog: Catalog }) {
  const [contact, setContact] = useState<string>();
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: "md", xs: "lg" }}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          Why is somebody in it, or not?
        </Title>
        <ContactPicker onContact={setContact} />
        {contact !== undefined && <Explanation id={segment.id} contact={contact} catalog={catalog} />}
      </Stack>
    </Paper>
  );
}

function Explanation({ id, contact, catalog }: { id: string; contact: string; catalog: Catalog }) {
  const query = useQuery(explainQuery({ segment_id: id, contact_id: contact }));
  if (!query.data) return <QueryState query={query} failure="We couldn’t find out." height={80} />;
  const { is_in, condition, tests } = query.data;
  const all = condition === null ? [] : pathsIn(condition);
  return (
    <div aria-live="polite">
      <Text fw={500}>{is_in ? "They’re in this segment." : "They aren’t in this segment."}</Text>
      <Stack gap={4} mt="xs" component="ul" p={0} style={{ listStyle: "none" }}>
        {tests.map(({ path, is_true }) => {
          const test = all.find((one) => one.path.join() === path.join())?.test;
          return (
            test && (
              <Group key={path.join()} component="li" gap="xs" wrap="nowrap" align="start">
                {is_true ? (
                  <IconCheck size={18} aria-label="True" color="var(--mantine-color-green-text)" />
                ) : (
                  <IconX size={18} aria-label="Not true" color="var(--mantine-color-error)" />
                )}
                <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                  {testClause(test, catalog, false)}
                </Text>
              </Group>
            )
          );
        })}
      </Stack>
    </div>
  );
}
