import { Group, SegmentedControl, Stack, Textarea } from "@mantine/core";
import { BlockList } from "../blocks/BlockList.tsx";
import { MailExtras } from "./MailExtras.tsx";
import { MailHead } from "./MailHead.tsx";
import { START_BLOCKS } from "./mail-start.ts";
import { TemplateButtons } from "./TemplateButtons.tsx";
import { TemplateField } from "./TemplateField.tsx";
import type { MailChange, WrittenMail } from "./written-mail.ts";

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
      <MailHead
        subject={mail.subject}
        preheader={mail.preheader}
        placeholder={mail.mode === "template" ? "As the template has it" : undefined}
        onField={(field, update) => onMail((latest) => ({ [field]: update(latest[field]) }))}
      />
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
          {mail.mode !== "template" && <TemplateButtons mail={mail} onMail={onMail} />}
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
