import { Button, Group, Stack, Tabs } from "@mantine/core";
import { IconCircleCheckFilled } from "@tabler/icons-react";
import { use, useRef, useState } from "react";
import { MailFields } from "#src/features/email/templates/ui/shared/MailFields.tsx";
import { MailPreview } from "#src/features/email/templates/ui/shared/MailPreview.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { Problems } from "../preflight/Problems.tsx";
import { problemTargetOf } from "../preflight/problem-targets.ts";
import { ReachCard } from "../preflight/ReachCard.tsx";
import { Waves } from "../preflight/Waves.tsx";
import { AudienceStep } from "../recipients/AudienceStep.tsx";
import { TimeStep } from "../schedule/TimeStep.tsx";
import { CampaignSlots } from "../shared/campaign-slots.ts";
import { Sending } from "./ComposerFoot.tsx";
import type { ComposerProps } from "./composer-props.ts";
import { FromFields } from "./FromFields.tsx";
import { MoreFields } from "./MoreFields.tsx";

const STEPS = [
  { value: "audience", label: "To" },
  { value: "content", label: "E-mail" },
  { value: "preview", label: "Preview" },
  { value: "send", label: "Send" },
] as const;
type Step = (typeof STEPS)[number]["value"];

/** Where somebody is, and was. It outlasts a turned phone, on which all of it may fit on one screen. */
export function useSteps() {
  const [step, setStep] = useState<Step>("audience");
  const [seen, setSeen] = useState<readonly Step[]>([]);
  const open = (next: Step) => {
    setSeen([...seen, step]);
    setStep(next);
  };
  return { step, seen, open };
}
type Steps = ReturnType<typeof useSteps>;

/** The composer where there isn't room for all of it: a step at a time, with a mark at each that's done. */
export function ComposerSteps({ steps, ...props }: ComposerProps & { steps: Steps }) {
  const { campaign, form, onChange, draft, nameProps, failure } = props;
  const { step, seen, open } = steps;
  const { TestVersions } = use(CampaignSlots);
  const tabs = useRef<HTMLDivElement>(null);
  const goTo = (next: Step) => {
    open(next);
    // “Next” is below the step, so keyboards and screen readers continue from the step's tab.
    const at = STEPS.findIndex(({ value }) => value === next);
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
  };
  const index = STEPS.findIndex(({ value }) => value === step);
  const [before, after] = [STEPS[index - 1], STEPS[index + 1]];
  return (
    <Stack>
      <Tabs value={step} onChange={(value) => value && goTo(value as Step)} keepMounted={false}>
        <Tabs.List ref={tabs} mb="md" grow>
          {STEPS.map(({ value, label }) => (
            <Tabs.Tab
              key={value}
              value={value}
              px="xs"
              leftSection={isDone(value, seen, props) && <DoneMark />}
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="audience">
          <AudienceStep campaign={campaign} form={form} onChange={onChange} />
        </Tabs.Panel>
        <Tabs.Panel value="content">
          <Stack gap="lg">
            <FromFields form={form} onChange={onChange} />
            <MailFields mail={form} onMail={onChange} />
            {TestVersions && (
              <TestVersions campaignId={campaign.id} recipients={props.check.data?.recipients} mail={form} />
            )}
            <MoreFields campaign={campaign} form={form} onChange={onChange} nameProps={nameProps} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="preview">
          <MailPreview draft={draft} />
        </Tabs.Panel>
        <Tabs.Panel value="send">
          <SendStep {...props} onFix={goTo} />
        </Tabs.Panel>
      </Tabs>
      <FormFailure message={failure} />
      <Group justify="space-between">
        {before ? (
          <Button variant="default" onClick={() => goTo(before.value)}>
            Back
          </Button>
        ) : (
          <span />
        )}
        {after && <Button onClick={() => goTo(after.value)}>Next</Button>}
      </Group>
    </Stack>
  );
}

function DoneMark() {
  return <IconCircleCheckFilled size={16} color="var(--mantine-color-teal-6)" aria-label="Done" />;
}

/** A step that somebody has been at, and in which nothing is in the way. */
function isDone(step: Step, seen: readonly Step[], { campaign, check: { data } }: ComposerProps): boolean {
  if (!seen.includes(step) || !data || step === "send") return false;
  if (step === "preview") return true;
  return data.problems.every((problem) => {
    if (problem.severity !== "stop") return true;
    return (problemTargetOf(problem, campaign) === "audience") !== (step === "audience");
  });
}

function SendStep(props: ComposerProps & { onFix: (step: Step) => void }) {
  const { campaign, when, onWhen, check, onFix } = props;
  if (!check.data)
    return <QueryState query={check.query} failure="We couldn’t check the campaign." height={160} />;
  return (
    <Stack>
      <ReachCard reach={check.data} />
      <Problems campaign={campaign} problems={check.data.problems} onFix={onFix} />
      <TimeStep when={when} onChange={onWhen} />
      {when.kind === "once" && when.isLocal && <Waves campaign={campaign} when={when} />}
      <Sending {...props} />
    </Stack>
  );
}
