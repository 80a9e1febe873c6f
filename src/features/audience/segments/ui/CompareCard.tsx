import { Paper, Select, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { contactName } from "#src/features/audience/contacts/ui/shared/contact-labels.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Segment } from "#src/features/audience/segments/segments-contract.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { segmentsApi } from "./shared/segment-queries.ts";

/** Who is in this segment and not in another one, such as a snapshot of it, and the other way round. */
export function CompareCard({ segment, catalog }: { segment: Segment; catalog: Catalog }) {
  const [other, setOther] = useState<string | null>(segment.source_id);
  const others = catalog.segments.filter(({ id }) => id !== segment.id);
  if (others.length === 0) return null;
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: "md", xs: "lg" }}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          Compare
        </Title>
        <Select
          label="With"
          placeholder="Choose a segment or a snapshot"
          searchable
          nothingFoundMessage="Nothing by that name."
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={other}
          onChange={setOther}
        />
        {other !== null && <Comparison id={segment.id} other={other} />}
      </Stack>
    </Paper>
  );
}

function Comparison({ id, other }: { id: string; other: string }) {
  const query = useQuery(segmentsApi.compare.queryOptions({ input: { id, with: other } }));
  if (!query.data) return <QueryState query={query} failure="We couldn’t compare them." height={80} />;
  const { both, came, left } = query.data;
  return (
    <Stack gap="xs" aria-live="polite">
      <Text size="sm">{`${plural(both, "lead")} in both`}</Text>
      <Difference
        words={`${plural(came.count, "lead")} only in this one`}
        people={came.items}
        count={came.count}
      />
      <Difference
        words={`${plural(left.count, "lead")} only in the other one`}
        people={left.items}
        count={left.count}
      />
    </Stack>
  );
}

interface DifferenceProps {
  words: string;
  people: readonly { id: string; name: string; email: string }[];
  count: number;
}

function Difference({ words, people, count }: DifferenceProps) {
  const more = count - people.length;
  return (
    <div>
      <Text size="sm" fw={500}>
        {words}
      </Text>
      <Text size="sm" c="dimmed" dir="auto" style={{ overflowWrap: "anywhere" }}>
        {people.map(contactName).join(", ")}
        {more > 0 && ` and ${plural(more, "other")}`}
      </Text>
    </div>
  );
}
