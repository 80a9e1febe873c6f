import { Text } from "@mantine/core";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { useEditing } from "../editor/editor-context.ts";
import { FieldStepFields, GotoFields, StageFields, TagFields, TaskFields } from "./ChangeFields.tsx";
import { ConditionField } from "./ConditionField.tsx";
import { MailStepFields } from "./MailStepFields.tsx";
import { NotifyFields } from "./NotifyFields.tsx";
import { SplitFields } from "./SplitFields.tsx";
import { TopicFields } from "./TopicFields.tsx";
import { WaitFields } from "./WaitFields.tsx";

/** The fields of a step, whatever it is. */
export function StepFields({ step }: { step: Step }) {
  const { catalog, changeStep } = useEditing();
  const change = <Kind extends Step>(own: Kind, part: Partial<Kind>) =>
    changeStep(own.id, (latest) => ({ ...latest, ...part }) as Step);
  switch (step.type) {
    case "send":
      return <MailStepFields step={step} />;
    case "wait":
      return <WaitFields wait={step.wait} catalog={catalog} onChange={(wait) => change(step, { wait })} />;
    case "branch":
      return (
        <ConditionField
          label="Who goes the way of “Yes”"
          value={step.condition}
          catalog={catalog}
          onChange={(condition) => change(step, { condition })}
        />
      );
    case "split":
      return <SplitFields parts={step.parts} onParts={(parts) => change(step, { parts })} />;
    case "tag":
      return <TagFields step={step} onChange={(part) => change(step, part)} />;
    case "field":
      return <FieldStepFields step={step} onChange={(part) => change(step, part)} />;
    case "stage":
      return <StageFields step={step} onChange={(part) => change(step, part)} />;
    case "topic":
      return <TopicFields step={step} onChange={(part) => change(step, part)} />;
    case "task":
      return <TaskFields step={step} onChange={(part) => change(step, part)} />;
    case "notify":
      return <NotifyFields text={step.text} onText={(text) => change(step, { text })} />;
    case "goto":
      return <GotoFields step={step} onChange={(part) => change(step, part)} />;
    case "webhook":
      return (
        <Text size="sm">
          Webhooks that listen to sequences hear who got here. Add them under Settings, Webhooks.
        </Text>
      );
    case "end":
      return <Text size="sm">Whoever gets here has finished, whatever follows.</Text>;
  }
}
