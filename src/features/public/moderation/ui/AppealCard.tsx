import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { CaseDetail } from "#src/features/public/moderation/cases/case-contract.ts";
import {
  APPEAL_LABELS,
  type AppealOutcome,
  FACTS_CHARS_MAX,
} from "#src/features/public/moderation/cases/case-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { moderationApi, useCasesRefresh } from "./case-queries.ts";
import { Quote } from "./Quote.tsx";

const ReasonDialog = lazyDialog(async () => (await import("#src/kit/form/ReasonDialog.tsx")).ReasonDialog);

const ACTIONS: Readonly<Record<AppealOutcome, string>> = {
  upheld: "Uphold the decision",
  overturned: "Take the decision back",
};

/** What the owner wrote against the decision, and what somebody else makes of it. */
export function AppealCard({ item }: { item: CaseDetail }) {
  const { id, state, appeal, appeal_outcome, appeal_reason, can_decide_appeal } = item;
  const [asked, setAsked] = useState<AppealOutcome>();
  const refresh = useCasesRefresh();
  const outcome = asked ?? "upheld";
  return (
    <Card title="Appeal">
      <Quote text={appeal ?? ""} />
      {appeal_outcome !== null && <Text size="sm">{APPEAL_LABELS[appeal_outcome]}</Text>}
      {appeal_reason !== null && <Quote text={appeal_reason} />}
      {state === "appealed" && !can_decide_appeal && (
        <Text size="sm">You made the decision, so a colleague decides about the appeal.</Text>
      )}
      {can_decide_appeal && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setAsked("upheld")}>
            {ACTIONS.upheld}…
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsked("overturned")}>
            {ACTIONS.overturned}…
          </Button>
        </Group>
      )}
      <ReasonDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`${ACTIONS[outcome]}?`}
        action={ACTIONS[outcome]}
        done="Appeal decided"
        charsMax={FACTS_CHARS_MAX}
        send={async (reason) => {
          await moderationApi.decideAppeal.call({ id, outcome, reason });
          await refresh();
        }}
      >
        {APPEAL_LABELS[outcome]}
      </ReasonDialog>
    </Card>
  );
}
