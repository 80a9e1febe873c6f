import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { CampaignCheck } from "#src/features/email/campaigns/preflight/check-contract.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { ApprovalStep } from "../approval/ApprovalStep.tsx";
import { Problems } from "../preflight/Problems.tsx";
import { aboutWords } from "../preflight/problem-targets.ts";
import { ReachCard } from "../preflight/ReachCard.tsx";
import { SendButton } from "../preflight/SendButton.tsx";
import { Waves } from "../preflight/Waves.tsx";
import { formatRecurrence, formatSendAt, type ScheduleForm } from "../schedule/schedule-form.ts";
import { TimeStep } from "../schedule/TimeStep.tsx";
import classes from "./Composer.module.css";
import type { ComposerPart, ComposerProps } from "./composer-props.ts";

type FootProps = ComposerProps & { onFix: (part: ComposerPart) => void };

/** What's in the way, who gets it, when, and the button. The details unfold above it. */
export function ComposerFoot(props: FootProps) {
  const { campaign, when, onWhen, check, isSaved, failure, onFix } = props;
  const [shown, setShown] = useState<"check" | "time">();
  const toggle = (what: "check" | "time") => setShown(shown === what ? undefined : what);
  const { data } = check;
  return (
    <Stack gap="sm">
      <FormFailure message={failure} />
      {shown === "check" && data && (
        <Stack className={classes.unfolded} gap="sm">
          <ReachCard reach={data} />
          <Problems campaign={campaign} problems={data.problems} onFix={onFix} />
        </Stack>
      )}
      {shown === "time" && (
        <Stack className={classes.unfolded} gap="sm">
          <TimeStep when={when} onChange={onWhen} />
          {when.kind === "once" && when.isLocal && <Waves campaign={campaign} when={when} />}
        </Stack>
      )}
      <Group justify="space-between" gap="sm">
        <div className={classes.said}>
          {data ? (
            <Verdict
              check={data}
              isCurrent={check.isCurrent}
              isShown={shown === "check"}
              onToggle={() => toggle("check")}
            />
          ) : (
            <QueryState query={check.query} failure="We couldn’t check the campaign." height={24} />
          )}
          <Text size="sm" c="dimmed" aria-live="polite">
            {isSaved ? "All changes saved" : "Saving…"}
          </Text>
        </div>
        <Button variant="default" aria-expanded={shown === "time"} onClick={() => toggle("time")}>
          {whenLabel(when)}
        </Button>
        <Sending {...props} />
      </Group>
    </Stack>
  );
}

const whenLabel = (when: ScheduleForm): string => {
  if (when.kind === "now") return "Right away";
  return when.kind === "once" ? formatSendAt({ ...when, isLocal: false }) : formatRecurrence(when.rhythm);
};

interface VerdictProps {
  check: CampaignCheck;
  isCurrent: boolean;
  isShown: boolean;
  onToggle: () => void;
}

/** The first thing that's in the way, and how much else there is. */
function Verdict({ check: { problems }, isCurrent, isShown, onToggle }: VerdictProps) {
  const stops = problems.filter(({ severity }) => severity === "stop");
  const [first] = stops;
  return (
    <Group gap="xs">
      <Text fw={600} size="sm" role="status">
        {first
          ? [first.about?.length === 1 && aboutWords(first.about), first.message].filter(Boolean).join(" ")
          : isCurrent
            ? "Ready to send"
            : "Checking…"}
      </Text>
      <Button variant="subtle" size="compact-sm" aria-expanded={isShown} onClick={onToggle}>
        {isShown ? "Hide check" : problems.length > 0 ? plural(problems.length, "finding") : "Show check"}
      </Button>
    </Group>
  );
}

/** The button with the number, once whoever has to approve it has. */
export function Sending({ campaign, when, draft, check: { data, isCurrent } }: ComposerProps) {
  if (!data) return null;
  return (
    <ApprovalStep campaign={campaign} isReady={isCurrent && data.is_ready}>
      <SendButton campaign={campaign} when={when} check={data} draft={draft} isCurrent={isCurrent} />
    </ApprovalStep>
  );
}
