import { Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { renderSVG } from "uqr";
import { errorMessage } from "#src/kit/api-error.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { FAILED } from "../auth/credentials.ts";
import { signInMethodsApi, signInMethodsQuery } from "../sign-in-methods/sign-in-methods-queries.ts";

/** The data for an authenticator app, to scan or to type. */
export interface Setup {
  uri: string;
  secret: string;
}

interface TwoFactorSetupDialogProps {
  /** Opens the dialog if set. */
  setup: Setup | undefined;
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}

export function TwoFactorSetupDialog({ setup, onClose, onDone }: TwoFactorSetupDialogProps) {
  return (
    <Modal
      opened={setup !== undefined}
      onClose={onClose}
      title="Set up two-step sign-in"
      closeOnClickOutside={false}
    >
      {setup && <SetupForm setup={setup} onClose={onClose} onDone={onDone} />}
    </Modal>
  );
}

interface SetupFormProps extends Omit<TwoFactorSetupDialogProps, "setup"> {
  setup: Setup;
}

function SetupForm({ setup: { uri, secret }, onClose, onDone }: SetupFormProps) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (/^\s*\d{3}\s?\d{3}\s*$/.test(value) ? null : "Enter the six digits.") },
  });
  const send = useMutation({
    mutationFn: ({ code }: { code: string }) =>
      signInMethodsApi.turnOnTwoFactor.call({ code: code.replace(/\s/g, "") }),
    onSuccess: async ({ recovery_codes }) => {
      await queries.invalidateQueries({ queryKey: signInMethodsQuery().queryKey });
      onDone(recovery_codes);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
      <Stack>
        <Text size="sm">
          Scan this with an authenticator app, such as Aegis, 2FAS, or your password manager.
        </Text>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 4 }))}`}
          alt="QR code for your authenticator app"
          width={208}
          height={208}
          style={{ alignSelf: "center", borderRadius: 8 }}
        />
        <Stack gap={4}>
          <Text size="sm">No camera? Type this key into the app:</Text>
          <Group gap="xs">
            <Code fz="sm" style={{ overflowWrap: "anywhere" }}>
              {secret}
            </Code>
            <Button variant="subtle" size="compact-sm" onClick={() => void copyText(secret, "Key")}>
              Copy key
            </Button>
          </Group>
        </Stack>
        <TextInput
          label="Code from the app"
          description="Six digits, to check that the app is set up."
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          {...form.getInputProps("code")}
        />
        <FormFailure message={send.isError ? errorMessage(send.error, FAILED) : undefined} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
