import { NumberInput, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { SEPARATORS } from "#src/kit/separators.ts";
import { campaignsApi, useCampaignsRefresh } from "./campaign-queries.ts";

interface RulesDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Which campaigns need a second person's approval. */
export function RulesDialog({ opened, onClose }: RulesDialogProps) {
  const { data, error, refetch } = useQuery(campaignsApi.rules.queryOptions());
  return (
    <FormDialog opened={opened} onClose={onClose} title="Approval">
      {data ? (
        <RulesForm above={data.approval_above} onClose={onClose} />
      ) : error ? (
        <LoadFailure error={error} fallback="We couldn’t load this rule." onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={120} />
      )}
    </FormDialog>
  );
}

function RulesForm({ above, onClose }: { above: number | null; onClose: () => void }) {
  const refresh = useCampaignsRefresh();
  const [value, setValue] = useState<number | null>(above);
  const send = useMutation({
    mutationFn: () => campaignsApi.setRules.call({ approval_above: value }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!send.isPending) send.mutate();
  };
  const failure = send.error ? sentenceOf(send.error, "That couldn’t be saved. Try again.") : undefined;
  return (
    <DialogForm entity={{ submit, failure, isSending: send.isPending }} action="Save" onClose={onClose}>
      <NumberInput
        size="md"
        label="Largest campaign without approval"
        description="A campaign to more people needs the approval of another owner or admin."
        placeholder="No approval needed"
        min={1}
        max={10_000_000}
        allowDecimal={false}
        allowNegative={false}
        {...SEPARATORS}
        data-autofocus
        value={value ?? ""}
        onChange={(next) => setValue(typeof next === "number" ? Math.max(1, next) : null)}
      />
    </DialogForm>
  );
}
