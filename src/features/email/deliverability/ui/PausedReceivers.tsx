import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { receiverName } from "#src/features/email/sending-accounts/limits/provider-throttle-rules.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import type { PausedReceiver } from "../receivers/receivers-contract.ts";
import { receiverLabel } from "../receivers/receivers-rules.ts";
import classes from "./deliverability.module.css";
import { deliverability } from "./deliverability-client.ts";

const NUMBER = new Intl.NumberFormat(LOCALE);

const REASONS: Readonly<Record<PausedReceiver["why"], string>> = {
  hand: "paused by your team",
  complaints: "paused, because too many reported your e-mail as spam",
  deferrals: "paused, because it put off too much of your e-mail",
};

/** Receivers that get nothing for now, each with why and how many wait. */
export function PausedReceivers() {
  const { data } = useQuery(deliverability.pausedReceivers.queryOptions({}));
  if (!data || data.items.length === 0) return null;
  return (
    <ul className={classes.checks} aria-label="Paused receivers">
      {data.items.map((one) => (
        <PausedRow key={`${one.mailbox_id} ${one.receiver}`} paused={one} />
      ))}
    </ul>
  );
}

function PausedRow({ paused }: { paused: PausedReceiver }) {
  const { mailbox_id, address, receiver, why, paused_at, waiting } = paused;
  const label = receiverLabel(receiver);
  const mayChange = useHasPermission("connections.manage");
  const refresh = useReceiversRefresh();
  const resume = useMutation({
    mutationFn: () => deliverability.resumeReceiver.call({ id: mailbox_id, host: receiver }),
    onSuccess: () =>
      toastSuccess({ message: `E-mail to ${label} goes out again. What waits follows within 15 minutes.` }),
    onError: (error) => toastError(error, "That didn’t work. Try again."),
    onSettled: refresh,
  });
  return (
    <li className={classes.group}>
      <div className={classes.words}>
        <Text span fw={600} size="sm">
          {label}: {REASONS[why]}
        </Text>
        <Text size="sm" c="dimmed">
          From {address}, since {formatDateTime(paused_at)}. Messages that wait: {NUMBER.format(waiting)}
        </Text>
      </div>
      {mayChange && (
        <Group>
          <Button
            size="xs"
            loading={resume.isPending}
            aria-label={`Resume ${label}`}
            onClick={() => resume.mutate()}
          >
            Resume
          </Button>
        </Group>
      )}
    </li>
  );
}

/** Holds back e-mail to one receiver. Nothing shows once it's paused, because the list above has it. */
export function PauseButton({ mailbox_id, host }: { mailbox_id: string; host: string }) {
  const { data } = useQuery(deliverability.pausedReceivers.queryOptions({}));
  const refresh = useReceiversRefresh();
  const pause = useMutation({
    mutationFn: () => deliverability.pauseReceiver.call({ id: mailbox_id, host }),
    onSuccess: ({ receiver }) => toastSuccess({ message: `E-mail to ${receiverLabel(receiver)} waits now.` }),
    onError: (error) => toastError(error, "That didn’t work. Try again."),
    onSettled: refresh,
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Pause e-mail to ${host}?`,
      message:
        "Campaigns to this receiver wait, and so does e-mail by programs, until you resume it. Everyone else gets theirs. Other domains of the same provider are paused, too.",
      confirm: "Pause",
    });
    if (isSure) pause.mutate();
  };
  if (!data || isPaused(data.items, mailbox_id, host)) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={pause.isPending}
      aria-label={`Pause ${host}`}
      onClick={() => void ask()}
    >
      Pause
    </Button>
  );
}

function useReceiversRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: deliverability.pausedReceivers.key() });
}

/** Whether the account's e-mail to the host waits. */
function isPaused(items: readonly PausedReceiver[], mailbox_id: string, host: string): boolean {
  return items.some((one) => one.mailbox_id === mailbox_id && one.receiver === receiverName(host));
}
