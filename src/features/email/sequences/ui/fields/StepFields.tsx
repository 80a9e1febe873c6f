import { Text } from "@mantine/core";
import { StepTest } from "#src/features/email/ab-tests/ui/shared/StepTest.tsx";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { useEditing } from "../editor/editor-context.ts";
import { FieldStepFields, StageFields, TagFields, TaskFields } from "../shared/ChangeFields.tsx";
import { ConditionField } from "../shared/ConditionField.tsx";
import { MailStepFields } from "../shared/MailStepFields.tsx";
import { NotifyFields } from "../shared/NotifyFields.tsx";
import { WaitFields } from "../shared/WaitFields.tsx";
import { GotoFields } from "./GotoFields.tsx";
import { SplitFields } from "./SplitFields.tsx";
import { TopicFields } from "./TopicFields.tsx";

/** The fields of a step, whatever it is. */
export function StepFields({ step }: { step: Step }) {
  const { catalog, definition, figures, changeStep } = useEditing();
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
        >
          <StepTest
            test={step.test ?? null}
            mail={{ ...step.mail, mailbox_id: definition.mailbox_id, from_name: definition.from_name }}
            testId={figures.get(step.id)?.test_id ?? null}
            onTest={(test) =>
              changeStep(step.id, (latest) => (latest.type === "send" ? { ...latest, test } : latest))
            }
          />
        </MailStepFields>
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
    case "topic":
      return <TopicFields step={step} onChange={(part) => change(step, part)} />;
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
