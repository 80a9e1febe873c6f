import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { PASSKEY_NAME_CHARS_MAX } from "#src/features/identity/accounts/rules.ts";
import type { Passkey } from "#src/features/identity/accounts/sign-in-methods/sign-in-methods-contract.ts";
import { signInMethodsApi, useSignInMethodChange } from "../sign-in-methods/sign-in-methods-queries.ts";

interface RenamePasskeyDialogProps {
  /** Opens the dialog if set. */
  passkey: Passkey | undefined;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  return (
    <Modal opened={passkey !== undefined} onClose={onClose} title="Rename passkey">
      {passkey && <RenameForm key={passkey.id} passkey={passkey} onClose={onClose} />}
    </Modal>
  );
}

function RenameForm({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === "" ? "Give the passkey a name." : null) },
  });
  const rename = useSignInMethodChange({
    run: (values: { name: string }) => signInMethodsApi.updatePasskey.call({ id, ...values }),
    failure: "The new name couldn’t be saved.",
    onDone: onClose,
  });
  return (
    <form onSubmit={form.onSubmit((values) => rename.mutate(values))} noValidate>
      <Stack>
        <TextInput
          label="Name"
          maxLength={PASSKEY_NAME_CHARS_MAX}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={rename.isPending}>
            Rename
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
