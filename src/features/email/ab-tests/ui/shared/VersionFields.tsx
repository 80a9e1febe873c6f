import { Button, Group, Paper, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { SUBJECT_CHARS_MAX } from "#src/features/email/campaigns/rules.ts";
import { PREHEADER_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { versionLetter } from "../../rules.ts";
import type { CampaignMail, VersionChange, VersionEmailProps, VersionForm } from "./test-form.ts";
import { VersionEmail } from "./VersionEmail.tsx";
import { VersionSender } from "./VersionSender.tsx";

interface VersionFieldsProps {
  index: number;
  version: VersionForm;
  mail: CampaignMail;
  onChange: (change: VersionChange) => void;
  onRemove: (() => void) | undefined;
  /** A sequence’s step sends whenever somebody comes. */
  isOfStep?: boolean;
}

const SAME = "Same as A";

/** What one version says instead: its subject, and more on request. */
export function VersionFields(props: VersionFieldsProps) {
  const { index, version, mail, onChange, onRemove, isOfStep } = props;
  const { subject, preheader, from_name, mailbox_id, mode, delay_minutes } = version;
  const hasMore = preheader !== "" || from_name !== "" || mailbox_id !== null || mode !== null;
  const [isOpen, setOpen] = useState(hasMore || delay_minutes > 0);
  const letter = versionLetter(index);
  return (
    <Paper withBorder radius="md" p="sm" role="group" aria-label={`Version ${letter}`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{`Version ${letter}`}</Text>
          {onRemove && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-label={`Remove version ${letter}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
        </Group>
        <TextInput
          size="md"
          label="Subject"
          placeholder={SAME}
          maxLength={SUBJECT_CHARS_MAX}
          value={subject}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
        />
        {isOpen ? (
          <MoreOfVersion
            letter={letter}
            version={version}
            mail={mail}
            isOfStep={isOfStep}
            onChange={onChange}
          />
        ) : (
          <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setOpen(true)}>
            Change more than the subject
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

function MoreOfVersion({
  isOfStep = false,
  ...props
}: VersionEmailProps & Pick<VersionFieldsProps, "isOfStep">) {
  const { version, onChange } = props;
  const { preheader, delay_minutes } = version;
  return (
    <>
      <TextInput
        size="md"
        label="Preview text"
        placeholder={SAME}
        maxLength={PREHEADER_CHARS_MAX}
        value={preheader}
        onChange={(event) => onChange({ preheader: event.currentTarget.value })}
      />
      <VersionSender version={version} onChange={onChange} />
      <VersionEmail {...props} />
      {!isOfStep && (
        <Select
          size="md"
          label="Goes out"
          data={DELAYS}
          allowDeselect={false}
          value={String(delay_minutes)}
          onChange={(value) => onChange({ delay_minutes: Number(value) })}
        />
      )}
    </>
  );
}

const DELAYS = [
  { value: "0", label: "At the same time as A" },
  { value: "60", label: "1 hour after A" },
  { value: "180", label: "3 hours after A" },
  { value: "360", label: "6 hours after A" },
  { value: "720", label: "12 hours after A" },
  { value: "1440", label: "1 day after A" },
];
