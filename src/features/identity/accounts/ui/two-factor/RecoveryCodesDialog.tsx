import { Button, Code, Group, Modal, SimpleGrid, Stack, Text } from "@mantine/core";
import { copyText } from "#src/kit/copy-text.ts";
import { useInstanceName } from "../shared/account-queries.ts";

interface RecoveryCodesDialogProps {
  /** Opens the dialog if set. */
  codes: string[] | undefined;
  onClose: () => void;
}

/** The only time people see their recovery codes, so clicking beside the dialog doesn't close it. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onClose}
      title="Save your recovery codes"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {codes && <RecoveryCodes codes={codes} onClose={onClose} />}
    </Modal>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const name = useInstanceName();
  const text = `${codes.join("\n")}\n`;
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${name} recovery codes\n\n${text}`)}`;
  return (
    <Stack>
      <Text size="sm">
        If you lose your authenticator app, a recovery code signs you in instead. Each works once. We won’t
        show them again.
      </Text>
      <SimpleGrid component="ul" cols={2} spacing="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Button variant="default" onClick={() => void copyText(text, "Recovery codes")}>
          Copy codes
        </Button>
        <Button variant="default" component="a" href={file} download="recovery-codes.txt">
          Download codes
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          I’ve saved them
        </Button>
      </Group>
    </Stack>
  );
}
