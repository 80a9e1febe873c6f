import { Alert, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { FilterSearch } from "#src/features/audience/contacts/ui/shared/filter-search.ts";
import { SavedViewMenu } from "#src/features/audience/contacts/ui/shared/SavedViewMenu.tsx";
import { useTopics } from "#src/features/audience/contacts/ui/shared/use-topics.ts";
import { conditionProblems } from "#src/features/audience/segments/conditions/check-rules.ts";
import { type Condition, EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { ConditionEditor } from "#src/features/audience/segments/ui/shared/ConditionEditor.tsx";
import { conditionOfFilter } from "#src/features/audience/segments/ui/shared/filter-condition.ts";
import { SegmentField } from "#src/features/audience/segments/ui/shared/SegmentField.tsx";
import { useCatalog } from "#src/features/audience/segments/ui/shared/segment-queries.ts";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastFailure } from "#src/kit/toasts.tsx";
import type { StepProps } from "../campaign-form.ts";
import { AudienceReach } from "./AudienceReach.tsx";
import { isEveryone, segmentOf } from "./audience-form.ts";

export function AudienceStep({ campaign, ...props }: StepProps & { campaign: Campaign }) {
  const { form, onChange } = props;
  const condition = form.audience.condition as Condition;
  return (
    <Stack>
      <Text size="sm">Anyone who unsubscribed or hasn’t agreed is left out.</Text>
      <Conditions value={condition} onChange={(condition) => onChange({ audience: { condition } })} />
      <TopicField {...props} />
      <AudienceReach campaign={campaign} form={form} />
    </Stack>
  );
}

interface ConditionsProps {
  value: Condition;
  onChange: (condition: Condition) => void;
}

/** The conditions, with segments and saved views to begin with. */
function Conditions({ value, onChange }: ConditionsProps) {
  const catalog = useCatalog();
  const { profiles, selected } = useSelectedProfile();
  // What isn't complete yet isn't an audience; the last one that was stays.
  const [unfinished, setUnfinished] = useState<Condition>();
  const [editor, setEditor] = useState(0);
  if (!catalog.data)
    return <QueryState query={catalog} failure="We couldn’t load your conditions." height={96} />;
  const known = catalog.data;
  const change = (condition: Condition) => {
    const isComplete = conditionProblems(condition, known).length === 0;
    setUnfinished(isComplete ? undefined : condition);
    if (isComplete) onChange(condition);
  };
  const replace = (condition: Condition) => {
    setUnfinished(undefined);
    setEditor(editor + 1);
    onChange(condition);
  };
  const open = (view: FilterSearch) => {
    // As in the table: with a single profile there's nothing to choose.
    const condition = conditionOfFilter(view, profiles.length < 2 ? undefined : selected?.id);
    if (condition) replace(condition);
    else toastFailure({ message: "The filter of this view can’t be read." });
  };
  const segment = segmentOf(value);
  return (
    <>
      <Group gap="sm" align="end">
        {(segment !== undefined || isEveryone(value)) && (
          <SegmentField
            value={segment}
            onChange={(id) => replace(id === undefined ? EVERYONE : { segment_id: id })}
          />
        )}
        <SavedViewMenu onOpen={open} />
      </Group>
      <ConditionEditor
        key={editor}
        value={unfinished ?? value}
        catalog={known}
        onChange={(condition) => condition && change(condition)}
      />
      {unfinished && (
        <Alert variant="light" role="status">
          Finish the condition. Until then, the audience stays as it was.
        </Alert>
      )}
    </>
  );
}

/** The topic. Shows nothing if there's none besides news. */
function TopicField({ form: { topic }, onChange }: StepProps) {
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
