import { NumberInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SendingRules } from "#src/features/email/campaigns/approval/approval-contract.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { SEPARATORS } from "#src/kit/separators.ts";
import { LATE_MINUTES, LATE_MINUTES_MAX, LATE_MINUTES_MIN } from "../../rules.ts";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";

interface RulesDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function RulesDialog({ opened, onClose }: RulesDialogProps) {
  const query = useQuery(campaignsApi.rules.queryOptions());
  const { data } = query;
  return (
    <FormDialog opened={opened} onClose={onClose} title="Rules for campaigns">
      {data ? (
        <RulesForm rules={data} onClose={onClose} />
      ) : (
        <QueryState query={query} failure="We couldn’t load these rules." height={220} />
      )}
    </FormDialog>
  );
}

function RulesForm({ rules, onClose }: { rules: SendingRules; onClose: () => void }) {
  const refresh = useCampaignsRefresh();
  const [value, setValue] = useState(rules.approval_above);
  const [late, setLate] = useState(rules.late_minutes);
  const send = useMutation({
    mutationFn: () => campaignsApi.setRules.call({ approval_above: value, late_minutes: late }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const { submit, failure, isSending } = formOf(send, "That couldn’t be saved. Try again.");
  return (
    <DialogForm entity={{ submit, failure, isSending }} action="Save" onClose={onClose}>
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
        autoFocus
        value={value ?? ""}
        onChange={(next) => setValue(typeof next === "number" ? Math.max(1, next) : null)}
      />
      <NumberInput
        size="md"
        label="Minutes a campaign may be late"
        description="If this instance is down at a campaign’s time, it still goes out within this many minutes. After that, we’ll ask you first."
        min={LATE_MINUTES_MIN}
        max={LATE_MINUTES_MAX}
        allowDecimal={false}
        allowNegative={false}
        {...SEPARATORS}
        value={late}
        onChange={(next) => setLate(typeof next === "number" ? next : LATE_MINUTES)}
      />
    </DialogForm>
  );
}
