import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { UserDetail } from "#src/features/admin/users/contract.ts";
import { IMPERSONATION_REASON_CHARS_MAX } from "#src/features/identity/accounts/impersonation/impersonation-rules.ts";
import { impersonationApi } from "#src/features/identity/accounts/ui/shared/impersonation-queries.ts";
import { ReasonDialog } from "#src/kit/form/ReasonDialog.tsx";
import { ACTING_LEVELS, type ActingLevel } from "#src/lib/access.ts";
import { PATHS } from "#src/lib/paths.ts";

interface ImpersonateDialogProps {
  opened: boolean;
  onClose: () => void;
  user: UserDetail;
}

const LEVELS = [
  { value: "look", label: "Only look" },
  { value: "change", label: "Also change things, as they allow" },
];

/** Opens someone's account for half an hour. */
export function ImpersonateDialog({ opened, onClose, user }: ImpersonateDialogProps) {
  const { id, email, staff_access } = user;
  const [level, setLevel] = useState<ActingLevel>("look");
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Open their account?"
      action="Open account"
      done="Opening their account"
      charsMax={IMPERSONATION_REASON_CHARS_MAX}
      fields={
        staff_access?.level === "change" && (
          <NativeSelect
            size="md"
            label="What you do there"
            data={LEVELS}
            value={level}
            onChange={({ currentTarget: { value } }) => {
              const picked = ACTING_LEVELS.find((one) => one === value);
              if (picked) setLevel(picked);
            }}
          />
        )
      }
      send={async (reason) => {
        await impersonationApi.impersonate.call({ id, reason, level });
        // Everything on the screen belongs to another account from here on.
        location.assign(PATHS.dashboard);
        return undefined;
      }}
    >
      For 30 minutes, this browser works in the account of {email}, in every tab. They get an e-mail with your
      reason, and read in their activity log what you look at and what you change.
    </ReasonDialog>
  );
}
