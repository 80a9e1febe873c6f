import { Badge, Code, Group, Menu, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPencil, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Key } from "#src/features/identity/api-keys/contract.ts";
import { SCOPES } from "#src/features/identity/api-keys/rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { plural } from "#src/kit/plural.ts";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { keysApi, useKeysRefresh } from "./key-queries.ts";

const RenameKeyDialog = lazyDialog(async () => (await import("./RenameKeyDialog.tsx")).RenameKeyDialog);

const STATES = {
  active: undefined,
  expired: { color: "gray", label: "Expired" },
  idle: { color: "orange", label: "Its creator left" },
} as const;

export function KeyRow({ row, onKey }: { row: Key; onKey: (key: string) => void }) {
  const state = STATES[row.state];
  const [renaming, rename] = useDisclosure(false);
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={4} miw={0}>
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {row.name}
          </Text>
          {state && (
            <Badge size="sm" variant="light" color={state.color}>
              {state.label}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <Code>{row.start}…</Code> {formatLastUse(row)}
        </Text>
        <Text size="sm">{formatScopes(row)}</Text>
        <Text size="xs" c="dimmed">
          {formatLifetime(row)}
        </Text>
      </Stack>
      <KeyMenu row={row} onKey={onKey} onRename={rename.open} />
      <RenameKeyDialog row={row} opened={renaming} onClose={rename.close} />
    </Group>
  );
}

function formatLastUse({ used_at }: Key): string {
  return used_at === null ? "Never used" : `Last used ${formatDateTime(used_at)}`;
}

function formatScopes({ scopes, profile_ids }: Key): string {
  const labels = SCOPES.filter(({ permission }) => scopes.includes(permission)).map(({ label }) => label);
  const what = scopes.length === SCOPES.length ? "Everything a key can do" : labels.join(" · ");
  return profile_ids === null ? what : `${what} (${plural(profile_ids.length, "profile")} only)`;
}

function formatLifetime({ made_by, created_at, expires_at, old_until }: Key): string {
  const parts = [`Created by ${made_by.name}, ${formatDateTime(created_at)}`];
  parts.push(expires_at === null ? "never expires" : `expires ${formatDateTime(expires_at)}`);
  if (old_until !== null) parts.push(`the old key works until ${formatDateTime(old_until)}`);
  return parts.join(" · ");
}

interface KeyMenuProps {
  row: Key;
  onKey: (key: string) => void;
  onRename: () => void;
}

function KeyMenu({ row: { id, name }, onKey, onRename }: KeyMenuProps) {
  const refresh = useKeysRefresh();
  const rotate = useMutation({
    mutationFn: () => keysApi.rotate.call({ id }),
    onSuccess: ({ key }) => {
      onKey(key);
      return refresh();
    },
    onError: (error) => toastError(error, "We couldn’t replace the key. Try again."),
  });
  const revoke = useMutation({
    mutationFn: () => keysApi.revoke.call({ id }),
    onSuccess: () => {
      toastSuccess({ message: "Key revoked" });
      return refresh();
    },
    onError: (error) => toastError(error, "We couldn’t revoke the key. Try again."),
  });
  const askToReplace = async () => {
    const message = "You’ll get a new key. The current one works for another 24 hours.";
    if (await confirm({ title: `Replace “${name}”?`, message, confirm: "Replace key" })) rotate.mutate();
  };
  const askToRevoke = async () => {
    const message = "Programs that use it lose access at once. This can’t be undone.";
    if (await confirm({ title: `Revoke “${name}”?`, message, confirm: "Revoke key", danger: true }))
      revoke.mutate();
  };
  return (
    <RowMenuButton
      of={name}
      isBusy={rotate.isPending || revoke.isPending}
      menu={(anchor) => (
        <LazyMenu anchor={anchor} position="bottom-end">
          <Menu.Item leftSection={<IconPencil size={18} />} onClick={onRename}>
            Rename
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh size={18} />} onClick={() => void askToReplace()}>
            Replace key
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={18} />} onClick={() => void askToRevoke()}>
            Revoke key
          </Menu.Item>
        </LazyMenu>
      )}
    />
  );
}
