import { Button, Group, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconFlask, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { PATHS } from "#src/lib/paths.ts";
import { COLLECT_HOURS_MAX, METRICS, type Metric, VERSIONS_MAX } from "../../rules.ts";
import { METRIC_HINTS, METRIC_LABELS } from "../test-labels.ts";
import { type CampaignMail, NEW_VERSION, type VersionForm } from "./test-form.ts";
import { VersionFields } from "./VersionFields.tsx";

/** A sender that was never chosen isn’t there, so that a step stays as it was published. */
type VersionOfStep = Omit<VersionForm, "from_name" | "mailbox_id" | "delay_minutes"> & {
  from_name?: string | undefined;
  mailbox_id?: string | null | undefined;
};

export interface TestOfStep {
  versions: VersionOfStep[];
  metric: Metric;
  collect_hours: number;
}

interface StepTestProps {
  test: TestOfStep | null;
  /** What the step’s e-mail says, and who it’s from. */
  mail: CampaignMail;
  /** The running one, once it’s published. */
  testId: string | null;
  onTest: (test: TestOfStep | null) => void;
}

const { from_name: _from, mailbox_id: _through, delay_minutes: _delay, ...NEW } = NEW_VERSION;

/** A version as its fields have it. */
const formOf = ({ from_name = "", mailbox_id = null, ...version }: VersionOfStep): VersionForm => ({
  ...NEW_VERSION,
  ...version,
  from_name,
  mailbox_id,
});

function stepVersionOf({ delay_minutes: _, from_name, mailbox_id, ...said }: VersionForm): VersionOfStep {
  return { ...said, ...(from_name !== "" && { from_name }), ...(mailbox_id !== null && { mailbox_id }) };
}

/** At a sequence’s e-mail: other versions of it, which are tested against it. */
export function StepTest({ test, mail, testId, onTest }: StepTestProps) {
  if (!test)
    return (
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconFlask size={18} />}
        onClick={() => onTest({ versions: [NEW], metric: "clicks", collect_hours: COLLECT_HOURS_MAX })}
      >
        Test versions
      </Button>
    );
  const { versions } = test;
  const change = (part: Partial<TestOfStep>) => onTest({ ...test, ...part });
  return (
    <Stack gap="sm" role="group" aria-label="Test versions">
      <Text fw={600}>Test versions</Text>
      <Text size="sm" c="dimmed">
        Version A is the e-mail above. Whoever comes here gets one of them by chance, until the better one is
        found. From then on, everyone gets that one.
      </Text>
      {versions.map((version, index) => (
        <VersionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a version is its place
          key={index}
          isOfStep
          index={index + 1}
          mail={mail}
          version={formOf(version)}
          onChange={(made) => {
            const latest = formOf(version);
            const part = typeof made === "function" ? made(latest) : made;
            change({ versions: versions.with(index, stepVersionOf({ ...latest, ...part })) });
          }}
          onRemove={
            versions.length > 1 ? () => change({ versions: versions.toSpliced(index, 1) }) : undefined
          }
        />
      ))}
      {versions.length < VERSIONS_MAX - 1 && (
        <Button
          variant="subtle"
          size="sm"
          w="fit-content"
          leftSection={<IconPlus size={16} />}
          onClick={() => change({ versions: [...versions, NEW] })}
        >
          Add another version
        </Button>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          size="md"
          label="What decides"
          description={METRIC_HINTS[test.metric]}
          inputWrapperOrder={["label", "input", "description"]}
          data={METRICS.map((value) => ({ value, label: METRIC_LABELS[value] }))}
          allowDeselect={false}
          value={test.metric}
          onChange={(value) => change({ metric: value as Metric })}
        />
        <Select
          size="md"
          label="Decide after"
          data={HOURS}
          allowDeselect={false}
          value={String(test.collect_hours)}
          onChange={(value) => change({ collect_hours: Number(value) })}
        />
      </SimpleGrid>
      <Group gap="xs">
        {testId !== null && (
          <Button
            variant="default"
            size="sm"
            renderRoot={(props) => <Link {...props} to={PATHS.abTest} params={{ id: testId }} />}
          >
            See the results
          </Button>
        )}
        <Button variant="default" size="sm" onClick={() => onTest(null)}>
          Remove the test
        </Button>
      </Group>
    </Stack>
  );
}

/** At the latest. A winner is found earlier if there’s one. */
const HOURS = [
  { value: "24", label: "1 day" },
  { value: "72", label: "3 days" },
  { value: "168", label: "1 week" },
  { value: "336", label: "2 weeks" },
];
