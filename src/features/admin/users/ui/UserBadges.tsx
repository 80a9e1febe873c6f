import { Badge } from "@mantine/core";
import type { User } from "#src/features/admin/users/contract.ts";
import { ROLE_LABELS, roleOf } from "#src/features/admin/users/rules.ts";

/** What sets an account apart, beside its name. */
export function UserBadges({ user: { state, plan, role, email_verified } }: { user: User }) {
  return (
    <>
      {role !== "user" && (
        <Badge size="sm" variant="light" color="violet">
          {ROLE_LABELS[roleOf(role)]}
        </Badge>
      )}
      {plan === "premium" && (
        <Badge size="sm" variant="light" color="teal">
          Premium
        </Badge>
      )}
      {state === "suspended" && (
        <Badge size="sm" variant="light" color="red">
          Suspended
        </Badge>
      )}
      {state === "leaving" && (
        <Badge size="sm" variant="light" color="orange">
          About to be deleted
        </Badge>
      )}
      {!email_verified && (
        <Badge size="sm" variant="light" color="gray">
          Unconfirmed address
        </Badge>
      )}
    </>
  );
}
