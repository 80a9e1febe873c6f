import { Button, Group, SegmentedControl, Stack, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBookmark, IconTemplate } from "@tabler/icons-react";
import { PREHEADER_CHARS_MAX, SUBJECT_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { BlockList } from "../blocks/BlockList.tsx";
import { MergeTagMenu } from "../MergeTagMenu.tsx";
import { MailExtras } from "./MailExtras.tsx";
import { START_BLOCKS } from "./mail-start.ts";
import { TemplateField } from "./TemplateField.tsx";
import type { MailChange, WrittenMail } from "./written-mail.ts";

const StartDialog = lazyDialog(async () => (await import("./StartDialog.tsx")).StartDialog);
const SaveTemplateDialog = lazyDialog(
  async () => (await import("./SaveTemplateDialog.tsx")).SaveTemplateDialog,
);

interface MailFieldsProps {
  mail: WrittenMail;
  onMail: (change: MailChange) => void;
  /** False where it has another e-mail’s files. */
  hasFiles?: boolean;
}

/** The one place where e-mail is written: subject, preview text, and what it says. */
export function MailFields({ mail, onMail, hasFiles = true }: MailFieldsProps) {
  return (
    <Stack>
      <HeadFields mail={mail} onMail={onMail} />
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <SegmentedControl
            aria-label="What it says"
            data={[
              { value: "blocks", label: "Write" },
              { value: "template", label: "Template" },
              { value: "html", label: "HTML" },
            ]}
            value={mail.mode}
            onChange={(mode) => onMail({ mode: mode as WrittenMail["mode"] })}
          />
          {mail.mode !== "template" && <Templates mail={mail} onMail={onMail} />}
        </Group>
        {mail.mode === "blocks" && (
          <BlockList
            startsOpen
            blocks={blocksOf(mail)}
            onBlocks={(update) => onMail((latest) => ({ blocks: update(blocksOf(latest)) }))}
          />
        )}
        {mail.mode === "template" && <TemplateField mail={mail} onMail={onMail} />}
        {mail.mode === "html" && <HtmlField mail={mail} onMail={onMail} />}
      </Stack>
      {(mail.mode === "blocks" || (mail.mode === "html" && hasFiles)) && (
        <MailExtras mail={mail} onMail={onMail} hasFiles={hasFiles} />
      )}
    </Stack>
  );
}

/** Programs add campaigns without any. */
const blocksOf = ({ blocks }: WrittenMail) => (blocks.length > 0 ? blocks : START_BLOCKS);

/** In a template, its own are used where these are empty. */
function HeadFields({ mail: { mode, subject, preheader }, onMail }: MailFieldsProps) {
  const placeholder = mode === "template" ? "As the template has it" : "";
  const insert = (field: "subject" | "preheader") => (tag: string) =>
    onMail((latest) => ({ [field]: latest[field] + tag }));
  return (
    <>
      <TextInput
        label="Subject"
        placeholder={placeholder}
        maxLength={SUBJECT_CHARS_MAX}
        rightSection={<MergeTagMenu of="the subject" onTag={insert("subject")} />}
        value={subject}
        onChange={({ currentTarget }) => onMail({ subject: currentTarget.value })}
      />
      <TextInput
        label="Preview text"
        description="Inboxes show it after the subject."
        placeholder={placeholder}
        maxLength={PREHEADER_CHARS_MAX}
        rightSection={<MergeTagMenu of="the preview text" onTag={insert("preheader")} />}
        value={preheader}
        onChange={({ currentTarget }) => onMail({ preheader: currentTarget.value })}
      />
    </>
  );
}

function Templates({ mail, onMail }: MailFieldsProps) {
  const [starting, start] = useDisclosure(false);
  const [saving, save] = useDisclosure(false);
  return (
    <Group gap="xs">
      <Button variant="default" size="sm" leftSection={<IconTemplate size={18} />} onClick={start.open}>
        Start from a template
      </Button>
      <Button variant="default" size="sm" leftSection={<IconBookmark size={18} />} onClick={save.open}>
        Save as template
      </Button>
      <StartDialog opened={starting} mail={mail} onMail={onMail} onClose={start.close} />
      <SaveTemplateDialog opened={saving} mail={mail} onClose={save.close} />
    </Group>
  );
}

const MERGE_TAG = '{{ contact.first_name | default: "there" }}';

function HtmlField({ mail: { html }, onMail }: MailFieldsProps) {
  return (
    <Textarea
      label="HTML"
      description={`Merge tags work, such as ${MERGE_TAG}.`}
      autosize
      minRows={8}
      maxRows={20}
      spellCheck={false}
      styles={{ input: { fontFamily: "monospace" } }}
      value={html}
      onChange={({ currentTarget }) => onMail({ html: currentTarget.value })}
    />
  );
}
