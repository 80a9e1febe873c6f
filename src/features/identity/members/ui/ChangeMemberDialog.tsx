import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Me } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { TeamMember } from "#src/features/identity/members/contract.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import type { TeamRole } from "#src/lib/access.ts";
import { membersApi, useTeamRefresh } from "./member-queries.ts";
import { limitProblem, limitSent, RoleFields, type RoleValues } from "./RoleFields.tsx";

interface ChangeMemberDialogProps {
  me: Me;
  member: TeamMember;
  opened: boolean;
  onClose: () => void;
}

export function ChangeMemberDialog({ opened, onClose, ...props }: ChangeMemberDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Role of ${props.member.name}`}>
      <ChangeForm {...props} onClose={onClose} />
    </FormDialog>
  );
}

function ChangeForm({ me, member, onClose }: Omit<ChangeMemberDialogProps, "opened">) {
  const refresh = useTeamRefresh();
  const [values, setValues] = useState<RoleValues>({
    role: member.role as TeamRole,
    isLimited: member.profile_ids !== null,
    profileIds: member.profile_ids ?? [],
  });
  const [isChecked, setChecked] = useState(false);
  const problem = limitProblem(values, me);
  const send = useMutation({
    mutationFn: () =>
      membersApi.change.call({ id: member.id, role: values.role, profile_ids: limitSent(values, me) }),
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: "Changes saved." });
      onClose();
    },
  });
  const { submit, failure, isSending } = formOf(send, "That couldn’t be saved. Try again.", () => {
    setChecked(true);
    return !problem;
  });
  return (
    <DialogForm entity={{ submit, failure, isSending }} action="Save" onClose={onClose}>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {member.email}
      </Text>
      <RoleFields
        me={me}
        values={values}
        had={member.role as TeamRole}
        error={isChecked ? problem : undefined}
        onChange={(changes) => setValues({ ...values, ...changes })}
      />
    </DialogForm>
  );
}
