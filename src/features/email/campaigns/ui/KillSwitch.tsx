import { Alert, Anchor, Button } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { campaignsApi, useCampaignsRefresh } from "./campaign-queries.ts";

function useSending() {
  const refresh = useCampaignsRefresh();
  const { data } = useQuery(campaignsApi.sending.queryOptions());
  const change = useMutation({
    mutationFn: (is_stopped: boolean) => campaignsApi.stopSending.call({ is_stopped }),
    onSuccess: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  return { data, change };
}

/** Stops everything that the account sends. It's available before its current state is known. */
export function StopSendingButton() {
  const { data, change } = useSending();
  const stop = async () => {
    const message =
      "Every campaign of this account stops within a second, and none starts until you allow it again. What’s on its way arrives.";
    if (await confirm({ title: "Stop all sending?", message, confirm: "Stop all sending", danger: true }))
      change.mutate(true);
  };
  if (data && (data.is_stopped_for_all || data.staff_reason !== null || data.stopped_at !== null))
    return null;
  return (
    <Button
      variant="default"
      leftSection={<IconHandStop size={16} />}
      loading={change.isPending}
      onClick={() => void stop()}
    >
      Stop all sending
    </Button>
  );
}

/** Shows that everything the account sends is stopped, if it is. */
export function SendingStoppedAlert() {
  const { data, change } = useSending();
  if (!data) return null;
  if (data.is_stopped_for_all)
    return (
      <Stopped>
        <StoppedForAll />
      </Stopped>
    );
  if (data.staff_reason !== null)
    return (
      <Stopped title="The people who run this instance have stopped your sending">
        {data.staff_reason}
      </Stopped>
    );
  if (data.stopped_at === null) return null;
  return (
    <Stopped title={`All sending has been stopped since ${formatDateTime(data.stopped_at)}`}>
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate(false)}>
        Allow sending
      </Button>
    </Stopped>
  );
}

function StoppedForAll() {
  const me = useMe();
  if (!me || !isStaffFor(me.role, "settings"))
    return "The people who run this instance have stopped all campaigns for now. E-mail that’s waiting goes out once they allow it.";
  return (
    <>
      All campaigns on this instance are stopped. E-mail that’s waiting goes out once you allow it.{" "}
      <Anchor
        inherit
        c="inherit"
        underline="always"
        renderRoot={(props) => <Link {...props} to={STAFF_PATHS.settings} />}
      >
        Instance settings
      </Anchor>
    </>
  );
}

function Stopped({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Alert
      color="red"
      variant="light"
      mb="md"
      role="status"
      icon={<IconHandStop size={20} />}
      title={title}
      style={{ overflowWrap: "anywhere" }}
    >
      {children}
    </Alert>
  );
}
