import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { CAMPAIGN_NAME_CHARS_MAX } from "#src/features/campaigns/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { newId } from "#src/kit/new-id.ts";
import { sentenceOf } from "#src/kit/refusal.ts";
import { PATHS } from "#src/lib/paths.ts";
import { campaignsApi, useCampaignsRefresh } from "./campaign-queries.ts";

interface NewCampaignDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function NewCampaignDialog({ opened, onClose }: NewCampaignDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="New campaign">
      <NewCampaignForm onClose={onClose} />
    </FormDialog>
  );
}

function NewCampaignForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const refresh = useCampaignsRefresh();
  const [id] = useState(newId);
  const [name, setName] = useState("");
  const create = useMutation({
    mutationFn: () => campaignsApi.create.call({ id, name }),
    onSuccess: async () => {
      await refresh();
      onClose();
      await navigate({ to: PATHS.campaigns, search: { campaign: id } });
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!create.isPending) create.mutate();
  };
  const failure = create.error
    ? sentenceOf(create.error, "The campaign couldn’t be added. Try again.")
    : undefined;
  return (
    <DialogForm
      entity={{ submit, failure: undefined, isSending: create.isPending }}
      action="Add campaign"
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Only your team sees it."
        data-autofocus
        maxLength={CAMPAIGN_NAME_CHARS_MAX}
        value={name}
        error={failure}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </DialogForm>
  );
}
