import { Alert, NumberInput, Select, SimpleGrid, TextInput } from "@mantine/core";
import { currentZone } from "#src/kit/zone.ts";
import { momentIn, wallTime } from "#src/lib/time-zones.ts";
import {
  HOLDOUT_SHARE_MAX,
  METRICS,
  type Metric,
  type Rollout,
  type SampleKind,
  USUAL_EFFECTS,
} from "../../rules.ts";
import { METRIC_HINTS, METRIC_LABELS } from "../test-labels.ts";
import type { TestForm } from "./test-form.ts";

interface TestSettingsProps {
  form: TestForm;
  onChange: (part: Partial<TestForm>) => void;
}

/** What counts, who takes part, how long it takes, and what comes afterwards. */
export function TestSettings({ form, onChange }: TestSettingsProps) {
  const { metric, collect_hours, holdout_share, rollout, rollout_at } = form;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          size="md"
          label="What decides"
          data={METRICS.map((value) => ({ value, label: METRIC_LABELS[value] }))}
          allowDeselect={false}
          value={metric}
          onChange={(value) =>
            onChange({ metric: value as Metric, min_effect: USUAL_EFFECTS[value as Metric] })
          }
        />
        <Select
          size="md"
          label="Decide after"
          data={COLLECT_HOURS}
          allowDeselect={false}
          value={String(collect_hours)}
          onChange={(value) => onChange({ collect_hours: Number(value) })}
        />
        <SampleFields form={form} onChange={onChange} />
        <NumberInput
          size="md"
          label="Get nothing, in %"
          description="To see what the e-mail itself changes"
          min={0}
          max={HOLDOUT_SHARE_MAX * 100}
          allowDecimal={false}
          value={Math.round(holdout_share * 100)}
          onChange={(value) => typeof value === "number" && onChange({ holdout_share: value / 100 })}
        />
        {form.sample_kind !== "all" && (
          <Select
            size="md"
            label="Everyone else gets the winner"
            data={ROLLOUTS}
            allowDeselect={false}
            value={rollout}
            onChange={(value) => onChange({ rollout: value as Rollout })}
          />
        )}
        {form.sample_kind !== "all" && rollout === "at" && (
          <TextInput
            size="md"
            type="datetime-local"
            label="Date and time"
            description={`Time zone: ${currentZone()}`}
            value={rollout_at === null ? "" : wallTime(currentZone(), new Date(rollout_at)).slice(0, 16)}
            onChange={({ currentTarget: { value } }) => {
              if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value))
                onChange({ rollout_at: momentIn(currentZone(), value).toISOString() });
            }}
          />
        )}
      </SimpleGrid>
      <Alert variant="light" color={metric === "opens" ? "brass" : "gray"} p="xs">
        {METRIC_HINTS[metric]}
      </Alert>
    </>
  );
}

/** A share, a number, or everyone. */
function SampleFields({ form, onChange }: TestSettingsProps) {
  const { sample_kind, sample_share, sample_number } = form;
  return (
    <>
      <Select
        size="md"
        label="Who gets a version"
        data={SAMPLES}
        allowDeselect={false}
        value={sample_kind}
        onChange={(value) => onChange({ sample_kind: value as SampleKind })}
      />
      {sample_kind === "share" && (
        <NumberInput
          size="md"
          label="Share, in %"
          min={1}
          max={100}
          allowDecimal={false}
          value={Math.round(sample_share * 100)}
          onChange={(value) =>
            typeof value === "number" && value >= 1 && onChange({ sample_share: value / 100 })
          }
        />
      )}
      {sample_kind === "number" && (
        <NumberInput
          size="md"
          label="Number of people"
          min={2}
          allowDecimal={false}
          thousandSeparator=","
          value={sample_number ?? ""}
          onChange={(value) =>
            onChange({ sample_number: typeof value === "number" && value >= 2 ? value : null })
          }
        />
      )}
    </>
  );
}

const SAMPLES = [
  { value: "share", label: "A share of the audience" },
  { value: "number", label: "A number of people" },
  { value: "all", label: "Everyone" },
];

const ROLLOUTS = [
  { value: "at_once", label: "At once" },
  { value: "at", label: "At a time" },
  { value: "by_hand", label: "When I choose it" },
];

const COLLECT_HOURS = [
  { value: "1", label: "1 hour" },
  { value: "2", label: "2 hours" },
  { value: "4", label: "4 hours" },
  { value: "8", label: "8 hours" },
  { value: "12", label: "12 hours" },
  { value: "24", label: "1 day" },
  { value: "48", label: "2 days" },
  { value: "72", label: "3 days" },
  { value: "168", label: "1 week" },
];
