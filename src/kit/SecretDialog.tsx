import { Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { copyText } from "./copy-text.ts";

interface ShownOnceProps {
  title: string;
  /** The kind of secret, capitalized for the start of a sentence: “API key”. */
  what: string;
  /** Undefined while there's nothing to show. */
  secret: string | undefined;
  onClose: () => void;
  /** Explains what to do with it. */
  children?: ReactNode;
}

/** Shows a secret that nobody can look up later. Only its button closes it. */
export function SecretDialog({ title, what, secret, onClose, children }: ShownOnceProps) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Text size="sm">Copy it now and keep it somewhere safe. We can’t show it again.</Text>
        <Code block aria-label={what} style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {secret}
        </Code>
        {children}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            data-autofocus
            leftSection={<IconCopy size={18} />}
            onClick={() => void copyText(secret ?? "", what)}
          >
            Copy
          </Button>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
