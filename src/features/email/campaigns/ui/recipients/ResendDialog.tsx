import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { newId } from "#src/kit/new-id.ts";
import { PATHS } from "#src/lib/paths.ts";
import { RESEND_HOURS_MIN, SUBJECT_CHARS_MAX } from "../../rules.ts";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";

interface ResendDialogProps {
  campaign: Campaign;
  opened: boolean;
  onClose: () => void;
}

/** Adds a draft for people who didn't open a campaign. */
export function ResendDialog({ campaign, opened, onClose }: ResendDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Send to non-openers">
      <ResendForm campaign={campaign} onClose={onClose} />
    </FormDialog>
  );
}

function ResendForm({ campaign: { id }, onClose }: Omit<ResendDialogProps, "opened">) {
  const navigate = useNavigate();
  const refresh = useCampaignsRefresh();
  const [new_id] = useState(newId);
  const [subject, setSubject] = useState("");
  const resend = useMutation({
    mutationFn: () => campaignsApi.resend.call({ id, subject, new_id }),
    onSuccess: async () => {
      await refresh();
      onClose();
      await navigate({ to: PATHS.campaigns, search: { campaign: new_id } });
    },
  });
  const { submit, failure, isSending } = formOf(resend, "That didn’t work. Try again.");
  return (
    <DialogForm entity={{ submit, failure: undefined, isSending }} action="Add draft" onClose={onClose}>
      <TextInput
        label="New subject"
        description={`It goes to everyone who got the first one and didn’t open it. Anyone you e-mailed in the ${RESEND_HOURS_MIN} hours before is left out.`}
        data-autofocus
        maxLength={SUBJECT_CHARS_MAX}
        value={subject}
        error={failure}
        onChange={({ currentTarget }) => setSubject(currentTarget.value)}
      />
    </DialogForm>
  );
}
