import { NumberInput, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { CapForm } from "#src/features/email/campaigns/schedule/schedule-contract.ts";
import { CAP_MAX } from "#src/features/email/delivery/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";

interface MailCapDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** The maximum number of e-mails per fan from the account. */
export function MailCapDialog({ opened, onClose }: MailCapDialogProps) {
  const query = useQuery({ ...campaignsApi.mailCap.queryOptions(), enabled: opened });
  const { data } = query;
  return (
    <FormDialog opened={opened} onClose={onClose} title="E-mails per fan">
      {data ? (
        <MailCapForm saved={data} onClose={onClose} />
      ) : (
        <QueryState query={query} failure="We couldn’t load the limit." height={200} />
      )}
    </FormDialog>
  );
}

function MailCapForm({ saved, onClose }: { saved: CapForm; onClose: () => void }) {
  const refresh = useCampaignsRefresh();
  const [cap, setCap] = useState(saved);
  const save = useMutation({
    mutationFn: () => campaignsApi.setMailCap.call(cap),
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: "Limit saved" });
      onClose();
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const input = (key: keyof CapForm, label: string) => (
    <NumberInput
      size="md"
      label={label}
      placeholder="No limit"
      min={1}
      max={CAP_MAX}
      allowDecimal={false}
      data-autofocus={key === "per_day" || undefined}
      autoFocus={key === "per_day"}
      value={cap[key] ?? ""}
      onChange={(value) => setCap({ ...cap, [key]: typeof value === "number" ? value : null })}
    />
  );
  return (
    <DialogForm
      entity={{
        submit,
        failure: save.error ? errorMessage(save.error, "We couldn’t save that. Try again.") : undefined,
        isSending: save.isPending,
      }}
      action="Save limit"
      onClose={onClose}
    >
      <Text size="sm">Campaigns never send one fan more than this. The rest waits until there’s room.</Text>
      {input("per_day", "In 24 hours")}
      {input("per_week", "In 7 days")}
    </DialogForm>
  );
}
