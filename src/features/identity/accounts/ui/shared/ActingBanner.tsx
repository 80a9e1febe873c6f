import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { closeActiveAccount } from "#src/kit/active-account.ts";
import { Banner } from "#src/kit/Banner.tsx";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { MINUTE_MS } from "#src/lib/time.ts";
import type { Me } from "./account-queries.ts";
import { impersonationApi } from "./impersonation-queries.ts";

const TICK_MS = 5_000;

const backTo = (account: string) =>
  location.assign(`${STAFF_PATHS.users}?user=${encodeURIComponent(account)}`);

/** On every screen while a member of staff is in someone else's account. */
export function ActingBanner({ me, endsAt }: { me: Me; endsAt: string }) {
  const { name, role } = me.account;
  const [left, setLeft] = useState(() => Date.parse(endsAt) - Date.now());
  useEffect(() => {
    const timer = setInterval(() => setLeft(Date.parse(endsAt) - Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [endsAt]);
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) closeActiveAccount();
  }, [isOver]);
  const leave = useLeaveAccount(me);
  return (
    <Banner
      role="status"
      icon={<IconEye size={20} />}
      action={
        <Button size="compact-sm" loading={leave.isPending} onClick={() => leave.mutate()}>
          Leave account
        </Button>
      }
    >
      {role === "change" ? (
        <>
          You’re in <b>{name}</b>’s account as staff and can change things.
        </>
      ) : (
        <>
          You’re in <b>{name}</b>’s account as staff, only to look.
        </>
      )}{" "}
      They read what you do. {plural(Math.max(1, Math.ceil(left / MINUTE_MS)), "minute")} left.
    </Banner>
  );
}

/** Ends it in every tab. The member of staff's own session goes on. */
export function useLeaveAccount(me: Me) {
  return useMutation({
    mutationFn: () => impersonationApi.endImpersonation.call(),
    onSuccess: () => backTo(me.account.id),
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
}

/** In each tab that was still open. */
export function ActingOver({ me }: { me: Me }) {
  return (
    <Banner
      role="alert"
      icon={<IconEye size={20} />}
      action={
        <Button size="compact-sm" onClick={() => backTo(me.account.id)}>
          Back to users
        </Button>
      }
    >
      Your time in <b>{me.account.name}</b>’s account is over. Your own session goes on.
    </Banner>
  );
}
