import { Group, Paper, Progress, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Sequence, SequenceFigures, StepFigures } from "#src/features/email/sequences/contract.ts";
import { type Definition, flatten, type Step } from "#src/features/email/sequences/definition-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STEP_KINDS } from "../editor/step-kinds.ts";
import { reasonWords } from "../sequence-labels.ts";
import { figuresQuery } from "../shared/sequence-queries.ts";
import { describeStep } from "../shared/step-sentence.ts";
import classes from "./Figures.module.css";

interface FiguresTabProps {
  sequence: Sequence;
  catalog: Catalog;
}

const LOOK_MS = 15_000;
const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 });
/** A share for people: `12.5%`, or a dash where there's nothing to divide by. */
const percent = (part: number, whole: number) => (whole === 0 ? "–" : PERCENT.format(part / whole));

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
      <Funnel figures={data} definition={data.definition} catalog={catalog} />
      {data.exits.length > 0 && <Exits figures={data} />}
    </Stack>
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

interface FunnelProps {
  figures: SequenceFigures;
  definition: Definition;
  catalog: Catalog;
}

function Funnel({ figures: { steps, counts }, definition, catalog }: FunnelProps) {
  const all = flatten(definition.steps);
  const around = { catalog, numbers: new Map(all.map(({ step }, at) => [step.id, at + 1])) };
  return (
    <Card title="Step by step" text="The bar shows how many of those who got in came to the step.">
      <ol className={classes.funnel}>
        {all.map(({ step, depth }, at) => {
          const own = steps.find(({ step_id }) => step_id === step.id);
          if (!own) return null;
          const { Icon } = STEP_KINDS[step.type];
          return (
            <li key={step.id} className={classes.step} style={{ "--depth": Math.min(depth, 4) } as object}>
              <Group gap="xs" wrap="nowrap" align="start">
                <Text size="sm" c="dimmed" miw={20}>
                  {formatNumber(at + 1)}
                </Text>
                <Icon size={18} stroke={1.75} aria-hidden className={classes.icon} />
                <Text size="sm" fw={500} flex={1} miw={0} dir="auto" lineClamp={3}>
                  {describeStep(step, around)}
                </Text>
                <Text size="sm" fw={600} flex="none">
                  {formatNumber(own.entered)}
                </Text>
              </Group>
              <Progress
                value={counts.entered === 0 ? 0 : (100 * own.entered) / counts.entered}
                size="sm"
                aria-label={`Share of those who got in: ${percent(own.entered, counts.entered)}`}
              />
              <Text size="xs" c="dimmed">
                {wordsOf(step, own).join(" · ")}
              </Text>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

function wordsOf(step: Step, own: StepFigures): string[] {
  const words: string[] = [];
  if (own.waiting > 0) words.push(`${formatNumber(own.waiting)} here now`);
  if (step.type === "send") words.push(...mailWords(own));
  if (step.type === "branch")
    words.push(`Yes: ${formatNumber(own.outcomes.yes ?? 0)}`, `No: ${formatNumber(own.outcomes.no ?? 0)}`);
  if (step.type === "split")
    words.push(...own.parts.map((count, at) => `Part ${formatNumber(at + 1)}: ${formatNumber(count)}`));
  if ((own.outcomes.failed ?? 0) > 0) words.push(`${formatNumber(own.outcomes.failed ?? 0)} failed`);
  const gone = own.entered - own.waiting - passedOf(own);
  if (gone > 0) words.push(`${formatNumber(gone)} left here`);
  return words;
}

/** Who went on from the step: everyone with an outcome. */
const passedOf = ({ outcomes }: StepFigures) =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);

function mailWords({
  sent,
  opened,
  clicked,
  replied,
  bought,
  unsubscribed,
  outcomes,
}: StepFigures): string[] {
  const words = [`${formatNumber(sent)} sent`];
  if ((outcomes.left_out ?? 0) > 0) words.push(`${formatNumber(outcomes.left_out ?? 0)} left out`);
  if (sent === 0) return words;
  return [
    ...words,
    `${formatNumber(opened)} opened (${percent(opened, sent)})`,
    `${formatNumber(clicked)} clicked (${percent(clicked, sent)})`,
    `${formatNumber(replied)} replied`,
    `${formatNumber(bought)} bought`,
    `${formatNumber(unsubscribed)} unsubscribed`,
  ];
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
