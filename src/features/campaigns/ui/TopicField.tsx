import { Select } from "@mantine/core";
import { useTopics } from "#src/features/contacts/ui/shared/use-topics.ts";
import type { StepProps } from "./campaign-form.ts";

/** What it's about. Nothing to choose until there's a topic besides news. */
export function TopicField({ form: { topic }, onChange }: StepProps) {
  const topics = useTopics();
  const isKnown = topics.some(({ key }) => key === topic);
  if (topics.length === 1 && isKnown) return null;
  const data = topics.map(({ key, name }) => ({ value: key, label: name }));
  return (
    <Select
      size="md"
      label="Topic"
      description="Fans who left this topic won’t get it."
      allowDeselect={false}
      data={isKnown ? data : [...data, { value: topic, label: "A topic that’s gone" }]}
      value={topic}
      onChange={(topic) => topic && onChange({ topic })}
    />
  );
}
