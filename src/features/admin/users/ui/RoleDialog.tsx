import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { UserDetail } from "#src/features/admin/users/contract.ts";
import {
  ASSIGNED_ROLES,
  type AssignedRole,
  REASON_CHARS_MAX,
  ROLE_LABELS,
} from "#src/features/admin/users/rules.ts";
import { ReasonDialog } from "#src/kit/form/ReasonDialog.tsx";
import { usersApi, useUsersRefresh } from "./user-queries.ts";

interface RoleDialogProps {
  opened: boolean;
  onClose: () => void;
  user: UserDetail;
}

const ABOUT: Readonly<Record<AssignedRole, string>> = {
  admin: "Administrators do everything but read this instance’s own e-mail.",
  moderator: "Moderators look into reports and suspend accounts.",
  support: "Support helps people who can’t sign in.",
  finance: "Finance gives slots and units, makes coupons, and decides about referrals.",
  user: "Without a role, the administration doesn’t exist for them.",
};

/** Makes someone staff, or ends that. */
export function RoleDialog({ opened, onClose, user: { id, name, role } }: RoleDialogProps) {
  const [chosen, setChosen] = useState<AssignedRole>(ASSIGNED_ROLES.find((one) => one === role) ?? "support");
  const refresh = useUsersRefresh();
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={`Role of ${name}`}
      action="Change role"
      done="Role changed"
      charsMax={REASON_CHARS_MAX}
      note="They can read it in their activity log."
      fields={
        <NativeSelect
          size="md"
          label="Role"
          data={ASSIGNED_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
          value={chosen}
          onChange={({ currentTarget: { value } }) => {
            const picked = ASSIGNED_ROLES.find((one) => one === value);
            if (picked) setChosen(picked);
          }}
        />
      }
      send={async (reason) => {
        const answer = await usersApi.changeRole.call({ id, reason, role: chosen });
        await refresh();
        return answer;
      }}
    >
      {ABOUT[chosen]}
    </ReasonDialog>
  );
}
