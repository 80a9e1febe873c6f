import { TextInput } from "@mantine/core";
import { PREHEADER_CHARS_MAX, SUBJECT_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { MergeTagMenu } from "../MergeTagMenu.tsx";

type Field = "subject" | "preheader";

interface MailHeadProps {
  subject: string;
  preheader: string;
  /** What stands for what’s empty. */
  placeholder?: string | undefined;
  errorOf?: (field: Field) => React.ReactNode;
  onField: (field: Field, update: (latest: string) => string) => void;
}

/** What inboxes show of an e-mail before it’s opened. */
export function MailHead({ subject, preheader, placeholder, errorOf, onField }: MailHeadProps) {
  const insert = (field: Field) => (tag: string) => onField(field, (latest) => latest + tag);
  const type =
    (field: Field) =>
    ({ currentTarget: { value } }: React.ChangeEvent<HTMLInputElement>) =>
      onField(field, () => value);
  return (
    <>
      <TextInput
        label="Subject"
        placeholder={placeholder}
        maxLength={SUBJECT_CHARS_MAX}
        rightSection={<MergeTagMenu of="the subject" onTag={insert("subject")} />}
        value={subject}
        error={errorOf?.("subject")}
        onChange={type("subject")}
      />
      <TextInput
        label="Preview text"
        description="Inboxes show it after the subject."
        placeholder={placeholder}
        maxLength={PREHEADER_CHARS_MAX}
        rightSection={<MergeTagMenu of="the preview text" onTag={insert("preheader")} />}
        value={preheader}
        error={errorOf?.("preheader")}
        onChange={type("preheader")}
      />
    </>
  );
}
