import { Group, Progress, Text } from "@mantine/core";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { SequenceFigures } from "#src/features/email/sequences/contract.ts";
import { type Definition, flatten } from "#src/features/email/sequences/definition-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { STEP_KINDS } from "../editor/step-kinds.ts";
import { describeStep } from "../shared/step-sentence.ts";
import classes from "./Figures.module.css";
import { percent, wordsOf } from "./figures-words.ts";

interface FunnelProps {
  figures: SequenceFigures;
  definition: Definition;
  catalog: Catalog;
}

/** Each step with its figures, in the order of reading. */
export function Funnel({ figures: { steps, counts }, definition, catalog }: FunnelProps) {
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
