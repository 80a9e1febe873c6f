import { Badge, Menu, Text, ThemeIcon } from "@mantine/core";
import { IconMail, IconMailForward, IconMailOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Invitation } from "#src/features/identity/members/contract.ts";
import { ROLE_LABELS } from "#src/features/identity/team/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { NamedItem } from "#src/kit/NamedItem.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { membersApi, useTeamRefresh } from "./member-queries.ts";
import { useSendsEmail } from "./NoMailServer.tsx";
import classes from "./Team.module.css";
import { useProfileNames } from "./use-profile-names.ts";

export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const namesOf = useProfileNames();
  const { email, role, profile_ids, state, invited_by } = invitation;
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <NamedItem
          face={
            <ThemeIcon size={36} radius={18} variant="light" color="gray">
              <IconMail size={20} />
            </ThemeIcon>
          }
          name={email}
          detail={detailOf(invitation)}
        />
      </div>
      <div className={classes.what}>
        <Text size="sm" component="div">
          {ROLE_LABELS[role].label}{" "}
          {state !== "open" && (
            <Badge size="sm" variant="light" color={state === "declined" ? "red" : "gray"}>
              {state === "declined" ? "Declined" : "Expired"}
            </Badge>
          )}
        </Text>
        {role !== "billing" && (
          <Text size="xs" c="dimmed">
            {namesOf(profile_ids)}
          </Text>
        )}
        {invited_by !== null && (
          <Text size="xs" c="dimmed">
            Invited by {invited_by}
          </Text>
        )}
      </div>
      <div className={classes.do}>
        <InvitationMenu invitation={invitation} />
      </div>
    </li>
  );
}

function detailOf({ state, expires_at }: Invitation): string {
  const until = formatDateTime(expires_at);
  return state === "open" ? `Works until ${until}` : `Worked until ${until}`;
}

function InvitationMenu({ invitation: { id, email, state } }: { invitation: Invitation }) {
  const refresh = useTeamRefresh();
  const sendsEmail = useSendsEmail();
  const resend = useMutation({
    mutationFn: () => membersApi.resend.call({ id }),
    onSuccess: () => {
      const title = sendsEmail ? "Invitation sent" : "Invitation renewed, but not e-mailed";
      toastSuccess({ title, message: "It works for 14 days from now." });
      return refresh();
    },
    onError: (error) => toastError(error, "That invitation didn’t work. Try again."),
  });
  const revoke = useMutation({
    mutationFn: () => membersApi.revoke.call({ id }),
    onSuccess: () => {
      toastSuccess({ message: state === "open" ? "Invitation revoked" : "Removed from the list" });
      return refresh();
    },
    onError: (error) => toastError(error, "We couldn’t revoke the invitation. Try again."),
  });
  return (
    <RowMenuButton
      of={email}
      isBusy={resend.isPending || revoke.isPending}
      menu={(anchor) => (
        <LazyMenu anchor={anchor} position="bottom-end">
          <Menu.Item leftSection={<IconMailForward size={18} />} onClick={() => resend.mutate()}>
            {state !== "open" ? "Invite again" : sendsEmail ? "Send it again" : "Renew"}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconMailOff size={18} />} onClick={() => revoke.mutate()}>
            {state === "open" ? "Revoke" : "Remove from the list"}
          </Menu.Item>
        </LazyMenu>
      )}
    />
  );
}
