import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconListSearch, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";

import type { StaffKey } from "#src/features/identity/staff-keys/contract.ts";
import { REASON_CHARS_MAX } from "#src/features/identity/staff-keys/rules.ts";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { staffKeysApi, useStaffKeysRefresh } from "./staff-key-queries.ts";

const ReasonDialog = lazyDialog(async () => (await import("#src/kit/form/ReasonDialog.tsx")).ReasonDialog);

interface StaffKeyMenuProps {
  row: StaffKey;
  /** False once it has ended. */
  isLive: boolean;
  onKey: (key: string) => void;
}

/** What can be done with a key: its maker replaces it, and who's in charge of staff revokes it, too. */
export function StaffKeyMenu({ row, isLive, onKey }: StaffKeyMenuProps) {
  const { id, name, is_own, made_by } = row;
  const me = useMe();
  const refresh = useStaffKeysRefresh();
  const navigate = useNavigate();
  const [revoking, askWhy] = useDisclosure(false);
  const rotate = useMutation({
    mutationFn: () => staffKeysApi.rotate.call({ id }),
    onSuccess: ({ key }) => {
      onKey(key);
      return refresh();
    },
    onError: (error) => toastError(error, "We couldn’t replace the key. Try again."),
  });
  const revoke = useMutation({
    mutationFn: () => staffKeysApi.revoke.call({ id }),
    onSuccess: () => {
      toastSuccess({ message: "Key revoked" });
      return refresh();
    },
    onError: (error) => toastError(error, "We couldn’t revoke the key. Try again."),
  });
  const revokeWith = async (reason: string) => {
    await staffKeysApi.revoke.call({ id, reason });
    await refresh();
    return undefined;
  };
  const askToReplace = async () => {
    const message = "You’ll get a new key. The current one works for another 24 hours.";
    if (await confirm({ title: `Replace “${name}”?`, message, confirm: "Replace key" })) rotate.mutate();
  };
  const askToRevoke = async () => {
    const message = "Programs that use it lose access at once. This can’t be undone.";
    if (await confirm({ title: `Revoke “${name}”?`, message, confirm: "Revoke key", danger: true }))
      revoke.mutate();
  };
  const readsLog = me !== undefined && isStaffFor(me.role, is_own ? "audit.own" : "audit");
  if (!readsLog && !isLive) return null;
  return (
    <>
      <RowMenuButton
        of={name}
        isBusy={rotate.isPending || revoke.isPending}
        menu={(anchor) => (
          <LazyMenu anchor={anchor} position="bottom-end">
            {readsLog && (
              <Menu.Item
                leftSection={<IconListSearch size={18} />}
                onClick={() => void navigate({ to: STAFF_PATHS.audit, search: { key: id } })}
              >
                What it did
              </Menu.Item>
            )}
            {isLive && is_own && (
              <Menu.Item leftSection={<IconRefresh size={18} />} onClick={() => void askToReplace()}>
                Replace key
              </Menu.Item>
            )}
            {isLive && (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={18} />}
                onClick={() => (is_own ? void askToRevoke() : askWhy.open())}
              >
                Revoke key
              </Menu.Item>
            )}
          </LazyMenu>
        )}
      />
      <ReasonDialog
        opened={revoking}
        onClose={askWhy.close}
        title={`Revoke “${name}”?`}
        action="Revoke key"
        done="Key revoked"
        charsMax={REASON_CHARS_MAX}
        note={`${made_by.name} reads this.`}
        send={revokeWith}
      >
        Programs that use it lose access at once. This can’t be undone.
      </ReasonDialog>
    </>
  );
}
