import { Checkbox, Group, NumberInput, Select, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { dateIn } from "#src/features/insights/analytics/ui/shared/period.ts";
import {
  GOAL_METRICS,
  GOAL_TARGET_MAX,
  type GoalMetric,
} from "#src/features/insights/reports/goals/goal-rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { goalsApi } from "./report-client.ts";

interface GoalDialogProps {
  profileId: string;
  opened: boolean;
  onClose: () => void;
}

export function GoalDialog({ opened, ...form }: GoalDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Set a goal">
      <GoalForm {...form} />
    </FormDialog>
  );
}

const METRIC_LABELS: Readonly<Record<GoalMetric, string>> = {
  views: "Views",
  visitors: "Unique visitors",
  clicks: "Clicks",
};

/** The month of a day. */
function monthOf(today: string): { first: string; last: string } {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const day = (date: number) => new Date(date).toISOString().slice(0, 10);
  return { first: day(Date.UTC(year, month - 1, 1)), last: day(Date.UTC(year, month, 0)) };
}

function GoalForm({ profileId, onClose }: Omit<GoalDialogProps, "opened">) {
  const queries = useQueryClient();
  const zone = useTimeZone();
  const mayBeEverywhere = useMe()?.account.profile_ids === null;
  const [month] = useState(() => monthOf(dateIn(zone, new Date())));
  const [metric, setMetric] = useState<GoalMetric>("clicks");
  const [target, setTarget] = useState<number | string>("");
  const [first, setFirst] = useState(month.first);
  const [last, setLast] = useState(month.last);
  const [isEverywhere, setEverywhere] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const send = useMutation({
    mutationFn: () =>
      goalsApi.create.call({
        profile_id: isEverywhere ? null : profileId,
        metric,
        target: Number(target),
        first_day: first,
        last_day: last,
        zone,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: goalsApi.list.key() });
      onClose();
    },
  });
  const hasTarget = Number(target) >= 1;
  const entity = formOf(send, "The goal couldn’t be saved. Try again.", () => {
    setChecked(true);
    return hasTarget && first !== "" && last !== "";
  });
  return (
    <DialogForm entity={entity} action="Set goal" onClose={onClose}>
      <Group grow align="flex-start">
        <NumberInput
          size="md"
          label="How many"
          min={1}
          max={GOAL_TARGET_MAX}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator
          hideControls
          value={target}
          error={isChecked && !hasTarget ? "Enter 1 or more." : undefined}
          onChange={setTarget}
        />
        <Select
          size="md"
          label="Of what"
          allowDeselect={false}
          data={GOAL_METRICS.map((value) => ({ value, label: METRIC_LABELS[value] }))}
          value={metric}
          onChange={(value) => setMetric(GOAL_METRICS.find((known) => known === value) ?? "clicks")}
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label="From"
          value={first}
          error={isChecked && first === "" ? "Choose a day." : undefined}
          onChange={({ currentTarget }) => setFirst(currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Until"
          value={last}
          error={isChecked && last === "" ? "Choose a day." : undefined}
          onChange={({ currentTarget }) => setLast(currentTarget.value)}
        />
      </Group>
      {mayBeEverywhere && (
        <Checkbox
          label="All pages together"
          checked={isEverywhere}
          onChange={({ currentTarget }) => setEverywhere(currentTarget.checked)}
        />
      )}
    </DialogForm>
  );
}
