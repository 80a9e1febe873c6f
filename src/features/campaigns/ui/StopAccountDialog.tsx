import { Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { FIRST_ERRORS, type FirstCampaign } from "#src/features/campaigns/first-contract.ts";
import { STAFF_REASON_CHARS_MAX } from "#src/features/campaigns/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { tellSuccess } from "#src/kit/notices.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { campaignsApi } from "./campaign-queries.ts";

interface StopAccountDialogProps {
  item: FirstCampaign;
  opened: boolean;
  onClose: () => void;
  onStopped: () => Promise<void>;
}

/** Stops all that an account sends, and tells its owner why. */
export function StopAccountDialog({ opened, onClose, ...rest }: StopAccountDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Stop sending?">
      <StopForm onClose={onClose} {...rest} />
    </FormDialog>
  );
}

function StopForm({ item, onClose, onStopped }: Omit<StopAccountDialogProps, "opened">) {
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const send = useMutation({
    mutationFn: () => campaignsApi.reviewFirst.call({ id: item.id, review: "stopped", reason }),
    onSuccess: async () => {
      await onStopped();
      onClose();
      tellSuccess({ message: "Sending stopped" });
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setMissing(reason.trim() === "");
    if (reason.trim() !== "" && !send.isPending) send.mutate();
  };
  const failure = send.error ? sentenceOf(send.error, "That couldn’t be saved. Try again.") : undefined;
  return (
    <DialogForm
      entity={{ submit, failure, isSending: send.isPending }}
      action="Stop sending"
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        Nothing more goes out for {item.owner.email} until you allow it again. What’s on its way arrives.
      </Text>
      <Textarea
        size="md"
        label="Why"
        description="We’ll e-mail this to them."
        autosize
        minRows={3}
        maxRows={8}
        maxLength={STAFF_REASON_CHARS_MAX}
        data-autofocus
        error={isMissing && FIRST_ERRORS.REASON_MISSING.message}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </DialogForm>
  );
}
