import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { use } from "react";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import type { CampaignCheck } from "#src/features/email/campaigns/preflight/check-contract.ts";
import type { DraftPreview, MailDraft } from "#src/features/email/templates/preview/draft-contract.ts";
import { mailPreviewQuery } from "#src/features/email/templates/ui/shared/mail-preview-query.ts";
import { confirm } from "#src/kit/confirm.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";
import { LastLook } from "../composer/LastLook.tsx";
import { formatRecurrence, formatSendAt, type ScheduleForm, timeOf } from "../schedule/schedule-form.ts";
import { CampaignSlots } from "../shared/campaign-slots.ts";

interface SendButtonProps {
  /** The e-mail, for a last look. */
  draft: MailDraft | undefined;
  /** False while the check is of an earlier version. */
  isCurrent: boolean;
  campaign: Campaign;
  when: ScheduleForm;
  check: CampaignCheck;
}

export function SendButton({ campaign: { id, state }, when, check, draft, isCurrent }: SendButtonProps) {
  const queries = useQueryClient();
  // The dialog is outside of what provides it.
  const { VersionsLook } = use(CampaignSlots);
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
  const people = plural(check.recipients, "fan");
  const ask = async (preview: DraftPreview | undefined) => {
    const { words, ...question } = questionOf(when, people);
    const message =
      preview && draft ? (
        <LastLook
          campaignId={id}
          draft={draft}
          preview={preview}
          people={people}
          words={words}
          VersionsLook={VersionsLook}
        />
      ) : (
        words
      );
    if (await confirm({ ...question, message })) send.mutate();
  };
  const look = useMutation({
    mutationFn: async () => draft && queries.fetchQuery(mailPreviewQuery(draft)),
    onSuccess: (preview) => void ask(preview),
    onError: (error) => toastError(error, "The e-mail couldn’t be shown. Try again."),
  });
  return (
    <Button
      size="md"
      disabled={!(check.is_ready && isCurrent)}
      loading={send.isPending || look.isPending}
      onClick={() => look.mutate()}
    >
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
    return { title: `Send to ${people}?`, words: "It starts right away.", confirm: "Send now" };
  if (when.kind === "repeat")
    return {
      title: "Start this series?",
      words: `It goes out ${formatRecurrence(when.rhythm)}, each time to everyone on the list by then.`,
      confirm: "Start",
    };
  return {
    title: `Send to ${people} later?`,
    words: `It goes out ${formatSendAt(when)}, to everyone on the list by then.`,
    confirm: "Schedule",
  };
}
