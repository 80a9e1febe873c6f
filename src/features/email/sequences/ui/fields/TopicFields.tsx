import { SegmentedControl, Select, Stack } from "@mantine/core";
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { useEditing } from "../editor/editor-context.ts";

type TopicStep = Extract<Step, { type: "topic" }>;

interface TopicFieldsProps {
  step: TopicStep;
  onChange: (part: Partial<TopicStep>) => void;
}

export function TopicFields({ step: { action, topic }, onChange }: TopicFieldsProps) {
  const { catalog } = useEditing();
  const topics = catalog.topics.filter(({ key }) => key !== NEWS_TOPIC);
  return (
    <Stack>
      <SegmentedControl
        aria-label="What to do"
        style={{ alignSelf: "start" }}
        data={[
          { value: "unsubscribe", label: "Stop it" },
          { value: "subscribe", label: "Go on with it" },
        ]}
        value={action}
        onChange={(value) => onChange({ action: value as TopicStep["action"] })}
      />
      <Select
        size="md"
        label="Topic"
        description={
          action === "subscribe"
            ? "Takes back what a sequence stopped. Whoever left the topic themselves stays out."
            : "They still get the rest."
        }
        placeholder="Choose a topic"
        nothingFoundMessage="You have no topics yet. Add them under Leads."
        allowDeselect={false}
        data={topics.map(({ key, name }) => ({ value: key, label: name }))}
        value={topics.some(({ key }) => key === topic) ? topic : null}
        onChange={(chosen) => chosen && onChange({ topic: chosen })}
      />
    </Stack>
  );
}
