import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SendCalendar } from "#src/features/email/campaigns/schedule/schedule-contract.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";
import { SendAtFields } from "./SendAtFields.tsx";
import { timeOf, toSendAt } from "./schedule-form.ts";

interface MoveDialogProps {
  item: SendCalendar["items"][number];
  opened: boolean;
  onClose: () => void;
}

export function RescheduleDialog({ item, opened, onClose }: MoveDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Move “${item.name}”`}>
      <MoveForm item={item} onClose={onClose} />
    </FormDialog>
  );
}

function MoveForm({ item: { campaign_id: id, at, local_time }, onClose }: Omit<MoveDialogProps, "opened">) {
  const refresh = useCampaignsRefresh();
  const [when, setWhen] = useState(() => toSendAt(at, local_time));
  const move = useMutation({
    mutationFn: () => campaignsApi.schedule.call({ id, ...timeOf(when) }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const { submit, failure, isSending } = formOf(move, "It couldn’t be moved. Try again.");
  return (
    <DialogForm entity={{ submit, failure, isSending }} action="Move" onClose={onClose}>
      <SendAtFields when={when} onChange={setWhen} />
    </DialogForm>
  );
}
