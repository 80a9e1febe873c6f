import { Group, Stack, Text } from "@mantine/core";
import { IconFingerprint, IconPencil, IconTrash } from "@tabler/icons-react";
import type { Passkey } from "#src/features/identity/accounts/sign-in-methods/sign-in-methods-contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { signInMethodsApi, useSignInMethodChange } from "../sign-in-methods/sign-in-methods-queries.ts";

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
}

export function PasskeyRow({ passkey, onRename }: PasskeyRowProps) {
  const { id, name, created_at, last_used_at } = passkey;
  const remove = useSignInMethodChange({
    run: () => signInMethodsApi.removePasskey.call({ id }),
    failure: "This passkey couldn’t be removed.",
    onDone: () => toastSuccess({ message: "Passkey removed." }),
  });
  const ask = async () => {
    const question = {
      title: "Remove this passkey?",
      message: `“${name}” will no longer sign you in. Delete it on your device, too.`,
      confirm: "Remove",
      danger: true,
    };
    if (await confirm(question)) remove.mutate();
  };
  return (
    <Group component="li" wrap="nowrap" gap="sm">
      <IconFingerprint size={22} style={{ flex: "none" }} aria-hidden />
      <Stack gap={0} flex={1} miw={0}>
        <Text fw={550} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          Added {formatDateTime(created_at)}
          {last_used_at ? `, last used ${formatDateTime(last_used_at)}` : ", not used yet"}
        </Text>
      </Stack>
      <IconButton aria-label={`Rename ${name}`} onClick={onRename}>
        <IconPencil size={20} />
      </IconButton>
      <IconButton aria-label={`Remove ${name}`} isBusy={remove.isPending} onClick={() => void ask()}>
        <IconTrash size={20} />
      </IconButton>
    </Group>
  );
}
