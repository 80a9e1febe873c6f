import { Button, FileButton, Group, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { toastFailure } from "#src/kit/toasts.tsx";
import { type Made, madeOf } from "./json-file.ts";

const FILE_BYTES_MAX = 4 * 1024 * 1024;

interface FileStartProps {
  /** What kind of file it has to be. */
  kind: string;
  /** What's said about any other file. */
  refusal: string;
  /** What doesn't happen yet. */
  note: string;
  isBusy: boolean;
  onMade: (made: Made) => void;
}

/** Starts from a file that was exported here or at another instance. */
export function FileStart({ kind, refusal, note, isBusy, onMade }: FileStartProps) {
  const read = async (file: File | null) => {
    if (!file) return;
    const made = file.size > FILE_BYTES_MAX ? undefined : madeOf(kind, await file.text());
    if (made) onMade(made);
    else toastFailure({ title: "Nothing imported", message: refusal });
  };
  return (
    <Group gap="sm">
      <FileButton accept="application/json,.json" onChange={(file) => void read(file)}>
        {(button) => (
          <Button {...button} variant="default" leftSection={<IconUpload size={18} />} loading={isBusy}>
            Import from a file
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </Group>
  );
}
