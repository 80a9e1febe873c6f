import type { Action } from "#src/features/email/automations/definition-rules.ts";
import {
  FieldStepFields,
  StageFields,
  TagFields,
  TaskFields,
} from "#src/features/email/sequences/ui/shared/ChangeFields.tsx";
import { MailStepFields } from "#src/features/email/sequences/ui/shared/MailStepFields.tsx";
import { WaitFields } from "#src/features/email/sequences/ui/shared/WaitFields.tsx";
import {
  NoteFields,
  NotifyPersonFields,
  OwnerFields,
  ScoreFields,
  SequenceFields,
  ShownFields,
  SuppressNote,
  TopicFields,
} from "./OwnFields.tsx";
import { useRuleEditing } from "./rule-context.ts";
import { WebhookFields } from "./WebhookFields.tsx";

/** The fields of an action, whatever it is. */
export function ActionFields({ action }: { action: Action }) {
  const { catalog, definition, changeAction } = useRuleEditing();
  const change = (part: object) => changeAction(action.id, (latest) => ({ ...latest, ...part }) as Action);
  switch (action.type) {
    case "send":
      return (
        <MailStepFields
          mail={action.mail}
          sender={definition}
          onMail={(update) =>
            changeAction(action.id, (latest) =>
              latest.type === "send" ? { ...latest, mail: update(latest.mail) } : latest,
            )
          }
        />
      );
    case "wait":
      return <WaitFields wait={action.wait} catalog={catalog} onChange={(wait) => change({ wait })} />;
    case "tag":
      return <TagFields step={action} catalog={catalog} onChange={change} />;
    case "field":
      return <FieldStepFields step={action} catalog={catalog} onChange={change} />;
    case "stage":
      return <StageFields step={action} catalog={catalog} onChange={change} />;
    case "task":
      return <TaskFields step={action} catalog={catalog} onChange={change} />;
    case "start_sequence":
    case "stop_sequence":
      return <SequenceFields action={action} onChange={change} />;
    case "owner":
      return <OwnerFields action={action} onChange={change} />;
    case "note":
      return <NoteFields action={action} onChange={change} />;
    case "notify":
      return <NotifyPersonFields action={action} onChange={change} />;
    case "webhook":
      return <WebhookFields action={action} onChange={change} />;
    case "score":
      return <ScoreFields action={action} onChange={change} />;
    case "topic":
      return <TopicFields action={action} onChange={change} />;
    case "suppress":
      return <SuppressNote />;
    case "link":
    case "promotion":
      return <ShownFields action={action} onChange={change} />;
  }
}
