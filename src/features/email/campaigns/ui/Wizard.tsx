import { Alert, Button, Group, Stack, Tabs } from "@mantine/core";
import { IconAlertTriangle, IconClockExclamation } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { ArchiveField } from "./ArchiveField.tsx";
import { ContentStep } from "./ContentStep.tsx";
import { CheckStep } from "./preflight/CheckStep.tsx";
import { AudienceStep } from "./recipients/AudienceStep.tsx";
import { type ScheduleForm, toScheduleForm } from "./schedule/schedule-form.ts";
import { TimeStep } from "./schedule/TimeStep.tsx";
import { useCampaignForm } from "./use-campaign-form.ts";

const STEPS = [
  { value: "audience", label: "Audience" },
  { value: "content", label: "E-mail" },
  { value: "time", label: "Time" },
  { value: "check", label: "Check" },
] as const;
type Step = (typeof STEPS)[number]["value"];

/** From audience to check. Each step is saved on leaving it. */
export function Wizard({ campaign }: { campaign: Campaign }) {
  const entity = useCampaignForm(campaign);
  const { form, change } = entity;
  const [step, setStep] = useState<Step>("audience");
  // The last button uses the chosen time: nothing is scheduled before that.
  const [when, setWhen] = useState<ScheduleForm>(() => toScheduleForm(campaign));
  const tabs = useRef<HTMLDivElement>(null);
  const goTo = (next: Step) =>
    entity.save(() => {
      setStep(next);
      // “Next” is below the step, so keyboards and screen readers continue from the step's tab.
      const at = STEPS.findIndex(({ value }) => value === next);
      tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
    });
  const index = STEPS.findIndex(({ value }) => value === step);
  const before = STEPS[index - 1];
  const after = STEPS[index + 1];
  return (
    <Stack>
      <StateNotice campaign={campaign} />
      <ConflictNotice
        changed="This campaign was changed somewhere else while you were editing it."
        entity={entity}
      />
      <Tabs value={step} onChange={(value) => value && goTo(value as Step)} keepMounted={false}>
        <Tabs.List ref={tabs} mb="md" grow>
          {STEPS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} px="xs">
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="audience">
          <AudienceStep campaign={campaign} form={form} onChange={change} />
        </Tabs.Panel>
        <Tabs.Panel value="content">
          <Stack>
            <ContentStep form={form} onChange={change} />
            <ArchiveField campaign={campaign} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="time">
          <TimeStep when={when} onChange={setWhen} />
        </Tabs.Panel>
        <Tabs.Panel value="check">
          <CheckStep campaign={campaign} when={when} onFix={goTo} />
        </Tabs.Panel>
      </Tabs>
      <FormFailure message={entity.failure} />
      <Group justify="space-between">
        {before ? (
          <Button variant="default" onClick={() => goTo(before.value)}>
            Back
          </Button>
        ) : (
          <span />
        )}
        {after && (
          <Button loading={entity.isSending} onClick={() => goTo(after.value)}>
            Next
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function StateNotice({ campaign: { state, state_reason } }: { campaign: Campaign }) {
  if (state === "missed")
    return (
      <Alert color="brass" variant="light" icon={<IconClockExclamation size={20} />} role="status">
        This instance was down when this should have gone out, and it’s too late to send it without asking
        you. Send it now, or choose another time.
      </Alert>
    );
  if (state !== "failed") return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} />} role="status">
      {`It couldn’t start, and nobody got it. ${state_reason}`}
    </Alert>
  );
}
