import { Paper, Select, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Sequence, SequenceFigures } from "#src/features/email/sequences/contract.ts";
import type { Definition } from "#src/features/email/sequences/definition-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { StepsViewControl, useStepsView } from "../canvas/StepsView.tsx";
import { reasonWords } from "../sequence-labels.ts";
import { figuresQuery } from "../shared/sequence-queries.ts";
import classes from "./Figures.module.css";
import { Funnel } from "./Funnel.tsx";
import { percent } from "./figures-words.ts";

const FiguresCanvas = lazyComponent(
  async () => (await import("./FiguresCanvas.tsx")).FiguresCanvas,
  <Skeleton h={480} radius="lg" />,
);

interface FiguresTabProps {
  sequence: Sequence;
  catalog: Catalog;
}

const LOOK_MS = 15_000;

/** What a version does, from the first step to the last. */
export function FiguresTab({ sequence: { id, version: live }, catalog }: FiguresTabProps) {
  const [version, setVersion] = useState<number>();
  const query = useQuery({
    ...figuresQuery({ id, ...(version !== undefined && { version }) }),
    enabled: live !== null,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });
  if (live === null)
    return (
      <EmptyPanel
        icon={<IconChartBar />}
        title="No figures yet"
        description="Once the sequence is published, you see here how many come to each step, open, click, and leave."
      />
    );
  const { data } = query;
  if (!data?.definition)
    return <QueryState query={query} failure="We couldn’t load the figures." height={320} />;
  return (
    <Stack gap="lg">
      {data.versions.length > 1 && (
        <Select
          size="md"
          label="Version"
          maw={420}
          allowDeselect={false}
          data={data.versions.map((one) => ({ value: String(one.version), label: versionWords(one) }))}
          value={String(data.version)}
          onChange={(chosen) => setVersion(Number(chosen))}
        />
      )}
      <Totals figures={data} />
      <StepFigures figures={data} definition={data.definition} catalog={catalog} />
      {data.exits.length > 0 && <Exits figures={data} />}
    </Stack>
  );
}

interface StepFiguresProps extends Pick<FiguresTabProps, "catalog"> {
  figures: SequenceFigures;
  definition: Definition;
}

/** Each step's figures as a list or, on desktops, where the step is on the canvas. */
function StepFigures(props: StepFiguresProps) {
  const { isCanvas } = useStepsView();
  return (
    <>
      <StepsViewControl label="How to show the figures" />
      {isCanvas ? <FiguresCanvas {...props} /> : <Funnel {...props} />}
    </>
  );
}

const versionWords = ({ version, published_at, entered }: SequenceFigures["versions"][number]) =>
  `Version ${formatNumber(version)}, ${formatDateTime(published_at)}: ${plural(entered, "person", "people")}`;

function Totals({ figures: { counts } }: { figures: SequenceFigures }) {
  const { entered, inside, completed, exited } = counts;
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      <Total label="Got in" value={entered} />
      <Total label="Inside now" value={inside} hint={percent(inside, entered)} />
      <Total label="Finished" value={completed} hint={percent(completed, entered)} />
      <Total label="Left early" value={exited} hint={percent(exited, entered)} />
    </SimpleGrid>
  );
}

function Total({ label, value, hint }: { label: string; value: number; hint?: string }) {
  return (
    <Paper withBorder radius="lg" p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={700}>
        {formatNumber(value)}
      </Text>
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </Paper>
  );
}

function Exits({ figures: { exits, counts } }: { figures: SequenceFigures }) {
  return (
    <Card title="Why people left early">
      <ul className={classes.exits}>
        {exits.map(({ reason, count }) => (
          <li key={reason}>
            <Text size="sm" miw={0}>
              {reason === "" ? "For another reason." : reasonWords(reason)}
            </Text>
            <Text size="sm" fw={600} flex="none">
              {formatNumber(count)} <span className={classes.share}>{percent(count, counts.entered)}</span>
            </Text>
          </li>
        ))}
      </ul>
    </Card>
  );
}
