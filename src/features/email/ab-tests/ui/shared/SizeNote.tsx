import { NumberInput, SimpleGrid, Text } from "@mantine/core";
import { useState } from "react";
import { formatNumber } from "#src/kit/plural.ts";
import { type Metric, USUAL_RATES } from "../../rules.ts";
import { detectableWith, neededFor } from "../../statistics-rules.ts";
import { formatPoints } from "../test-labels.ts";
import type { TestForm } from "./test-form.ts";

interface SizeNoteProps {
  form: TestForm;
  recipients: number | undefined;
  onChange: (part: Partial<TestForm>) => void;
}

/** How many people a difference takes, and what difference these people can show. */
export function SizeNote({ form, recipients, onChange }: SizeNoteProps) {
  const { metric, min_effect } = form;
  // What's usual depends on the metric, until somebody says what it is for them.
  const [rates, setRates] = useState<Partial<Record<Metric, number>>>({});
  const rate = rates[metric] ?? USUAL_RATES[metric];
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        <NumberInput
          size="md"
          label="Usual rate, in %"
          min={0.1}
          max={99}
          decimalScale={1}
          value={rate * 100}
          onChange={(value) =>
            typeof value === "number" && value > 0 && setRates({ ...rates, [metric]: value / 100 })
          }
        />
        <NumberInput
          size="md"
          label="Worth knowing, in points"
          min={0.1}
          max={99}
          decimalScale={1}
          value={Math.round(min_effect * 1000) / 10}
          onChange={(value) =>
            typeof value === "number" && value > 0 && onChange({ min_effect: value / 100 })
          }
        />
      </SimpleGrid>
      <Text size="sm" role="status">
        {sizeSentence(form, { rate, recipients })}
      </Text>
    </>
  );
}

/** How many people get each version, as far as that's known. */
function peopleEach(
  { sample_kind, sample_share, sample_number, holdout_share, others }: TestForm,
  all: number,
) {
  const mailed = all * (1 - holdout_share);
  const sample = sample_kind === "all" ? mailed : mailed * sample_share;
  const people = sample_kind === "number" ? Math.min(mailed, sample_number ?? 0) : sample;
  return Math.floor(people / (others.length + 1));
}

export function sizeSentence(
  form: TestForm,
  { rate, recipients }: { rate: number; recipients: number | undefined },
): string {
  const plan = { rate, versions: form.others.length + 1 };
  const points = formatPoints(form.min_effect);
  const needed = neededFor(form.min_effect, plan);
  if (needed === null) return `A difference of ${points} points can’t be shown with this rate.`;
  const need = `To see +${points} points you need ${formatNumber(needed)} people in each version.`;
  if (recipients === undefined) return need;
  const each = peopleEach(form, recipients);
  const found = detectableWith(each, plan);
  if (found === null)
    return `${need} You have about ${formatNumber(each)}, which is too few to show any difference.`;
  return `${need} You have about ${formatNumber(each)}: about +${formatPoints(found)}.`;
}
