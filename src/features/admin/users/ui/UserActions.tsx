import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { UserDetail } from "#src/features/admin/users/contract.ts";
import { canChangeRole, REASON_CHARS_MAX } from "#src/features/admin/users/rules.ts";
import { levelFor } from "#src/features/identity/accounts/impersonation/impersonation-rules.ts";
import { canActOn } from "#src/features/identity/accounts/rules.ts";
import { Suspension } from "#src/features/identity/accounts/ui/shared/Suspension.tsx";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { STAFF_ROLES } from "#src/lib/access.ts";
import { usersApi, useUsersRefresh } from "./user-queries.ts";

const ReasonDialog = lazyDialog(async () => (await import("#src/kit/form/ReasonDialog.tsx")).ReasonDialog);
const ImpersonateDialog = lazyDialog(async () => (await import("./ImpersonateDialog.tsx")).ImpersonateDialog);
const MergeDialog = lazyDialog(async () => (await import("./MergeDialog.tsx")).MergeDialog);
const RoleDialog = lazyDialog(async () => (await import("./RoleDialog.tsx")).RoleDialog);

interface UserActionsProps {
  user: UserDetail;
  /** The member of staff. */
  me: { id: string; role: string };
}

interface Action {
  label: string;
  title: string;
  text: string;
  done: string;
  call: (input: { id: string; reason: string }) => Promise<object>;
}

const ACTIONS = {
  confirm: {
    label: "Confirm address…",
    title: "Confirm this address?",
    text: "Do this only if you know that the address is theirs. From then on they can send e-mail and connect a domain.",
    done: "Address confirmed",
    call: (input) => usersApi.confirmEmail.call(input),
  },
  reset: {
    label: "Send reset link…",
    title: "Send a link for a new password?",
    text: "It goes to their own address and works for an hour. You won’t see it.",
    done: "Link on its way",
    call: (input) => usersApi.sendResetLink.call(input),
  },
  factor: {
    label: "Remove two-step sign-in…",
    title: "Remove two-step sign-in?",
    text: "Do this only if you know that they’ve lost their phone and their recovery codes. They get an e-mail and can stop it until the waiting time is over. Then their password is enough to sign in.",
    done: "They’ve been told, and it’s removed after the waiting time",
    call: (input) => usersApi.removeSecondFactor.call(input),
  },
  export: {
    label: "Send their data…",
    title: "Send them everything in their account?",
    text: "The link goes to their own address and opens only when they’re signed in. You won’t get the file.",
    done: "Link on its way",
    call: (input) => usersApi.sendExport.call(input),
  },
  remove: {
    label: "Delete account…",
    title: "Delete this account?",
    text: "It’s closed at once: they’re signed out, and their pages disappear. In 14 days, everything in it is deleted. They get an e-mail and can keep it until then.",
    done: "Account closed",
    call: (input) => usersApi.deleteUser.call(input),
  },
  signOut: {
    label: "Sign out everywhere…",
    title: "Sign them out everywhere?",
    text: "They have to sign in again on every device.",
    done: "Signed out everywhere",
    call: (input) => usersApi.endSessions.call(input),
  },
} as const satisfies Record<string, Action>;
type ActionName = keyof typeof ACTIONS;

/** What this member of staff can do for an account's owner, or against them. */
export function UserActions({ user, me }: UserActionsProps) {
  const [asked, setAsked] = useState<ActionName>();
  const [isRoleOpen, setRoleOpen] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const [isOpening, setOpening] = useState(false);
  const refresh = useUsersRefresh();
  const { id, email, role, ban, email_verified, sign_in } = user;
  const isBelow = canActOn(me.role, role);
  const helps = isStaffFor(me.role, "help") && isBelow;
  const suspends = isStaffFor(me.role, "moderation") && isBelow;
  const appoints = isStaffFor(me.role, "staff") && canChangeRole({ by: me.id, id, from: role });
  const staffRole = STAFF_ROLES.find((one) => one === me.role);
  const isInCharge =
    isBelow &&
    isStaffFor(me.role, "impersonation") &&
    staffRole !== undefined &&
    levelFor(staffRole, user.staff_access?.level ?? null) !== null;
  const opens = isInCharge && user.state === "active";
  const deletes = isBelow && isStaffFor(me.role, "deletion");
  const hasFactor = sign_in.has_two_factor && sign_in.removal_due_at === null;
  const names: ActionName[] = [
    ...(helps && !email_verified ? (["confirm"] as const) : []),
    ...(helps ? (["reset", "signOut", "export"] as const) : []),
    ...(isInCharge && hasFactor ? (["factor"] as const) : []),
    ...(deletes && user.deletion_due_at === null ? (["remove"] as const) : []),
  ];
  const { title, text, label, done, call } = ACTIONS[asked ?? "reset"];
  return (
    <Group gap="xs">
      {names.map((name) => (
        <Button key={name} size="xs" variant="default" onClick={() => setAsked(name)}>
          {ACTIONS[name].label}
        </Button>
      ))}
      {opens && (
        <Button size="xs" variant="default" onClick={() => setOpening(true)}>
          Open account…
        </Button>
      )}
      {deletes && user.state === "active" && (
        <Button size="xs" variant="default" onClick={() => setMerging(true)}>
          Merge another account…
        </Button>
      )}
      {appoints && (
        <Button size="xs" variant="default" onClick={() => setRoleOpen(true)}>
          Change role…
        </Button>
      )}
      {isInCharge && sign_in.removal_due_at !== null && (
        <Undo
          label="Keep two-step sign-in"
          done="Two-step sign-in stays on"
          call={() => usersApi.keepSecondFactor.call({ id })}
        />
      )}
      {deletes && user.deletion_due_at !== null && (
        <Undo label="Keep account" done="Account kept" call={() => usersApi.keepUser.call({ id })} />
      )}
      {suspends && <Suspension owner={{ id, email, is_banned: ban !== null }} onChanged={refresh} />}
      <ReasonDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={title}
        action={label.replace("…", "")}
        done={done}
        charsMax={REASON_CHARS_MAX}
        note="They can read it in their activity log."
        send={async (reason) => {
          const answer = await call({ id, reason });
          await refresh();
          return "approval_id" in answer ? (answer as { approval_id: string | null }) : undefined;
        }}
      >
        {text}
      </ReasonDialog>
      <ImpersonateDialog opened={isOpening} onClose={() => setOpening(false)} user={user} />
      <MergeDialog opened={isMerging} onClose={() => setMerging(false)} user={user} />
      <RoleDialog opened={isRoleOpen} onClose={() => setRoleOpen(false)} user={user} />
    </Group>
  );
}

interface UndoProps {
  label: string;
  done: string;
  call: () => Promise<unknown>;
}

/** Stops what would happen later. */
function Undo({ label, done, call }: UndoProps) {
  const refresh = useUsersRefresh();
  const undo = useMutation({
    mutationFn: call,
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: done });
    },
    onError: (error) => toastError(error, "That couldn’t be saved. Try again."),
  });
  return (
    <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
      {label}
    </Button>
  );
}
