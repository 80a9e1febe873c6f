import { Menu, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUserMinus, IconUserShield } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Me } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { TeamMember } from "#src/features/identity/members/contract.ts";
import { ROLE_LABELS } from "#src/features/identity/team/contract.ts";
import { Avatar } from "#src/kit/Avatar.tsx";
import { confirm } from "#src/kit/confirm.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { NamedItem } from "#src/kit/NamedItem.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { initials } from "#src/lib/text.ts";
import { membersApi, useTeamRefresh } from "./member-queries.ts";
import { useSendsEmail } from "./NoMailServer.tsx";
import classes from "./Team.module.css";
import { useProfileNames } from "./use-profile-names.ts";

const ChangeMemberDialog = lazyDialog(
  async () => (await import("./ChangeMemberDialog.tsx")).ChangeMemberDialog,
);

interface MemberRowProps {
  me: Me;
  member: TeamMember;
}

export function MemberRow({ me, member }: MemberRowProps) {
  const namesOf = useProfileNames();
  const isManageable = member.role !== "owner" && member.id !== me.id;
  const color = member.role === "owner" ? "violet" : "teal";
  const name = member.id === me.id ? `${member.name} (you)` : member.name;
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <NamedItem
          face={
            <Avatar
              size={36}
              initials={initials(member.name)}
              picture={member.picture}
              background={`var(--mantine-color-${color}-light)`}
              color={`var(--mantine-color-${color}-light-color)`}
            />
          }
          name={name}
          detail={member.email}
        />
      </div>
      <div className={classes.what}>
        <Text size="sm">{ROLE_LABELS[member.role].label}</Text>
        {member.role !== "owner" && member.role !== "billing" && (
          <Text size="xs" c="dimmed">
            {namesOf(member.profile_ids)}
          </Text>
        )}
      </div>
      <div className={classes.do}>{isManageable && <MemberMenu me={me} member={member} />}</div>
    </li>
  );
}

function MemberMenu({ me, member }: MemberRowProps) {
  const [changing, change] = useDisclosure(false);
  const refresh = useTeamRefresh();
  const sendsEmail = useSendsEmail();
  const remove = useMutation({
    mutationFn: () => membersApi.remove.call({ id: member.id }),
    onSuccess: () => {
      toastSuccess({ message: `${member.name} is off the team. What they made stays.` });
      return refresh();
    },
    onError: (error) => toastError(error, "We couldn’t remove them. Try again."),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Remove ${member.name}?`,
      message: sendsEmail
        ? "They lose access at once, and we’ll e-mail them. What they made stays with the account."
        : "They lose access at once. What they made stays with the account.",
      confirm: "Remove",
      danger: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <>
      <RowMenuButton
        of={member.name}
        isBusy={remove.isPending}
        menu={(anchor) => (
          <LazyMenu anchor={anchor} position="bottom-end">
            <Menu.Item leftSection={<IconUserShield size={18} />} onClick={change.open}>
              Change role…
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconUserMinus size={18} />} onClick={() => void ask()}>
              Remove from the team…
            </Menu.Item>
          </LazyMenu>
        )}
      />
      <ChangeMemberDialog me={me} member={member} opened={changing} onClose={change.close} />
    </>
  );
}
