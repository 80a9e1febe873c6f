import { Text } from "@mantine/core";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { useEditing } from "../editor/editor-context.ts";
import { FieldStepFields, StageFields, TagFields, TaskFields } from "../shared/ChangeFields.tsx";
import { ConditionField } from "../shared/ConditionField.tsx";
import { MailStepFields } from "../shared/MailStepFields.tsx";
import { NotifyFields } from "../shared/NotifyFields.tsx";
import { WaitFields } from "../shared/WaitFields.tsx";
import { GotoFields } from "./GotoFields.tsx";
import { SplitFields } from "./SplitFields.tsx";

/** The fields of a step, whatever it is. */
export function StepFields({ step }: { step: Step }) {
  const { catalog, definition, changeStep } = useEditing();
  const change = <Kind extends Step>(own: Kind, part: Partial<Kind>) =>
    changeStep(own.id, (latest) => ({ ...latest, ...part }) as Step);
  switch (step.type) {
    case "send":
      return (
        <MailStepFields
          mail={step.mail}
          sender={definition}
          onMail={(update) =>
            changeStep(step.id, (latest) =>
              latest.type === "send" ? { ...latest, mail: update(latest.mail) } : latest,
            )
          }
        />
      );
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
      return <TagFields step={step} catalog={catalog} onChange={(part) => change(step, part)} />;
    case "field":
      return <FieldStepFields step={step} catalog={catalog} onChange={(part) => change(step, part)} />;
    case "stage":
      return <StageFields step={step} catalog={catalog} onChange={(part) => change(step, part)} />;
    case "task":
      return <TaskFields step={step} catalog={catalog} onChange={(part) => change(step, part)} />;
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
