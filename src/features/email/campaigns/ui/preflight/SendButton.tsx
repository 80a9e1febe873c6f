import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import type { CampaignCheck } from "#src/features/email/campaigns/preflight/check-contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";
import { formatRecurrence, formatSendAt, type ScheduleForm, timeOf } from "../schedule/schedule-form.ts";

interface SendButtonProps {
  campaign: Campaign;
  when: ScheduleForm;
  check: CampaignCheck;
}

export function SendButton({ campaign: { id, state }, when, check }: SendButtonProps) {
  const refresh = useCampaignsRefresh();
  const send = useMutation({
    mutationFn: async () => {
      const isOver = state === "failed" || (state === "missed" && when.kind !== "now");
      if (when.kind === "repeat") return campaignsApi.repeat.call({ id, ...when.rhythm });
      if (isOver) await campaignsApi.schedule.call({ id, at: null });
      if (when.kind === "once") return campaignsApi.schedule.call({ id, ...timeOf(when) });
      return campaignsApi.send.call({ id });
    },
    onSettled: refresh,
    onError: (error) => toastError(error, "It couldn’t be sent. Try again."),
  });
  const people = plural(check.recipients, "person", "people");
  const ask = async () => {
    if (await confirm(questionOf(when, people))) send.mutate();
  };
  return (
    <Button size="md" disabled={!check.is_ready} loading={send.isPending} onClick={() => void ask()}>
      {labelOf(when, people)}
    </Button>
  );
}

function labelOf(when: ScheduleForm, people: string): string {
  if (when.kind === "now") return `Send to ${people}`;
  // The dialog's question would be too long for a button on a phone.
  return when.kind === "once" ? `Schedule for ${formatSendAt({ ...when, isLocal: false })}` : "Start series";
}

function questionOf(when: ScheduleForm, people: string) {
  if (when.kind === "now")
    return { title: `Send to ${people}?`, message: "It starts right away.", confirm: "Send now" };
  if (when.kind === "repeat")
    return {
      title: "Start this series?",
      message: `It goes out ${formatRecurrence(when.rhythm)}, each time to everyone on the list by then.`,
      confirm: "Start",
    };
  return {
    title: `Send to ${people} later?`,
    message: `It goes out ${formatSendAt(when)}, to everyone on the list by then.`,
    confirm: "Schedule",
  };
}
