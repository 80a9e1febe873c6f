import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { PATHS } from "#src/lib/paths.ts";
import { CAMPAIGN_NAME_CHARS_MAX } from "../rules.ts";
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
  const entity = useEntityForm({
    kind: "dialog",
    row: undefined as Campaign | undefined,
    valuesOf: () => ({ name: "" }),
    checks: {},
    sentOf: (values) => values,
    send: (values, { id }) => campaignsApi.create.call({ id, ...values }),
    fieldOf: ({ code }) => (code === "CAMPAIGN_NAME_MISSING" ? "name" : undefined),
    failure: "The campaign couldn’t be added. Try again.",
    async onSaved({ id }) {
      await refresh();
      onClose();
      await navigate({ to: PATHS.campaigns, search: { campaign: id } });
    },
  });
  return (
    <DialogForm entity={entity} action="Add campaign" onClose={onClose}>
      <TextInput
        label="Name"
        description="Only your team sees it."
        data-autofocus
        maxLength={CAMPAIGN_NAME_CHARS_MAX}
        {...entity.form.getInputProps("name")}
      />
    </DialogForm>
  );
}
