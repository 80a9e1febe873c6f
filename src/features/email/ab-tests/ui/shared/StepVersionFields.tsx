import { Button, Group, Paper, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { SUBJECT_CHARS_MAX } from "#src/features/email/campaigns/rules.ts";
import { templatesContract } from "#src/features/email/templates/contract.ts";
import { PREHEADER_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { clientFor } from "#src/kit/api.ts";
import { versionLetter } from "../../rules.ts";

const templatesApi = clientFor("templates", templatesContract);

export interface VersionOfStep {
  subject: string;
  preheader: string;
  template_id: string | null;
}

interface StepVersionFieldsProps {
  index: number;
  version: VersionOfStep;
  onChange: (version: VersionOfStep) => void;
  onRemove: (() => void) | undefined;
}

const SAME = "Same as A";

/** What one version of a sequence’s e-mail says instead. It has one sender, and goes out whenever somebody comes. */
export function StepVersionFields({ index, version, onChange, onRemove }: StepVersionFieldsProps) {
  const templates = useQuery(templatesApi.list.queryOptions());
  const { subject, preheader, template_id } = version;
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
          onChange={(event) => onChange({ ...version, subject: event.currentTarget.value })}
        />
        <TextInput
          size="md"
          label="Preview text"
          placeholder={SAME}
          maxLength={PREHEADER_CHARS_MAX}
          value={preheader}
          onChange={(event) => onChange({ ...version, preheader: event.currentTarget.value })}
        />
        <Select
          size="md"
          label="E-mail from a template"
          description="To test what it says, save the other e-mail as a template."
          placeholder={SAME}
          searchable
          clearable
          clearButtonProps={{ "aria-label": "Clear" }}
          nothingFoundMessage="No template by that name."
          data={(templates.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={template_id}
          onChange={(chosen) => onChange({ ...version, template_id: chosen })}
        />
      </Stack>
    </Paper>
  );
}
