import { Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { IconPaperclip, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { FILE_ERRORS } from "#src/features/email/templates/files/files-contract.ts";
import {
  ATTACHMENTS_BYTES_MAX,
  ATTACHMENTS_MAX,
  type Attachment,
  formatFileSize,
} from "#src/features/email/templates/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import classes from "./Editor.module.css";
import { templatesApi } from "./template-queries.ts";

interface AttachmentsCardProps {
  attachments: Attachment[];
  onAttachments: (update: (attachments: Attachment[]) => Attachment[]) => void;
}

/** Attachments, uploaded as soon as they're picked. */
export function AttachmentsCard({ attachments, onAttachments }: AttachmentsCardProps) {
  const sum = attachments.reduce((sum, { bytes }) => sum + bytes, 0);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (sum + file.size > ATTACHMENTS_BYTES_MAX) throw new Error(FILE_ERRORS.ATTACHMENTS_TOO_LARGE.message);
      return templatesApi.uploadFile.call({ file });
    },
    onSuccess: (added) => onAttachments((known) => [...known.filter(({ id }) => id !== added.id), added]),
  });
  return (
    <Card
      title="Attachments"
      text={`Everyone gets these files with the e-mail, up to ${formatFileSize(ATTACHMENTS_BYTES_MAX)} together.`}
    >
      <Stack align="flex-start" gap="sm">
        {attachments.length > 0 && (
          <ul className={classes.files} aria-label="Attachments">
            {attachments.map(({ id, name, bytes }) => (
              <li key={id}>
                <Text size="sm" dir="auto" className={classes.fileName}>
                  {name}
                </Text>
                <Text size="sm" c="dimmed">
                  {formatFileSize(bytes)}
                </Text>
                <IconButton
                  aria-label={`Remove ${name}`}
                  onClick={() => onAttachments((known) => known.filter((file) => file.id !== id))}
                >
                  <IconX size={18} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <Group gap="sm">
          <FileButton onChange={(file) => file && upload.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                variant="light"
                loading={upload.isPending}
                disabled={attachments.length >= ATTACHMENTS_MAX}
                leftSection={<IconPaperclip size={18} />}
              >
                Attach file
              </Button>
            )}
          </FileButton>
          {attachments.length > 1 && (
            <Text size="sm" c="dimmed">
              {formatFileSize(sum)} together
            </Text>
          )}
        </Group>
        <FormFailure
          message={upload.isError ? errorMessage(upload.error, upload.error.message) : undefined}
        />
      </Stack>
    </Card>
  );
}
