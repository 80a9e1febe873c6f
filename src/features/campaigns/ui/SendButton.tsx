import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Campaign, CampaignCheck } from "#src/features/campaigns/contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { tellError } from "#src/kit/notices.tsx";
import { plural } from "#src/kit/plural.ts";
import { campaignsApi, useCampaignsRefresh } from "./campaign-queries.ts";
import { onceWords, timeOf, type When } from "./when-form.ts";

interface SendButtonProps {
  campaign: Campaign;
  when: When;
  check: CampaignCheck;
}

/** Sends a campaign, or has it sent later. */
export function SendButton({ campaign: { id, state }, when, check }: SendButtonProps) {
  const refresh = useCampaignsRefresh();
  const send = useMutation({
    mutationFn: async () => {
      const isOver = state === "failed" || (state === "missed" && when.kind !== "now");
      if (isOver) await campaignsApi.schedule.call({ id, at: null });
      if (when.kind === "once") await campaignsApi.schedule.call({ id, ...timeOf(when) });
      else await campaignsApi.send.call({ id });
    },
    onSettled: refresh,
    onError: (error) => tellError(error, "It couldn’t be sent. Try again."),
  });
  const people = plural(check.recipients, "person", "people");
  const ask = async () => {
    if (await confirm(questionOf(when, people))) send.mutate();
  };
  return (
    <Button size="md" disabled={!check.is_ready} loading={send.isPending} onClick={() => void ask()}>
      {when.kind === "now" ? `Send to ${people}` : `Schedule for ${onceWords(when)}`}
    </Button>
  );
}

function questionOf(when: When, people: string) {
  if (when.kind === "now")
    return { title: `Send to ${people}?`, message: "It starts right away.", confirm: "Send now" };
  return {
    title: `Send to ${people} later?`,
    message: `It goes out ${onceWords(when)}, to whoever is on the list by then.`,
    confirm: "Schedule",
  };
}
