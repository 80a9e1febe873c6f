import { Modal, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ContactPicker } from "#src/features/audience/segments/ui/shared/ContactPicker.tsx";
import type { Automation, Trial } from "#src/features/email/automations/contract.ts";
import classes from "#src/features/email/sequences/ui/shared/Course.module.css";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { RuleCatalog } from "../action-sentence.ts";
import { skipWords } from "../rule-labels.ts";
import { automationsApi } from "../shared/automation-queries.ts";
import { TestResults } from "../shared/TestResults.tsx";
import { describeTrigger } from "../trigger-sentence.ts";
import { FactFields, type Facts } from "./FactFields.tsx";
import { TrialAction } from "./TrialAction.tsx";

interface TrialDialogProps {
  opened: boolean;
  automation: Automation;
  catalog: RuleCatalog;
  onClose: () => void;
}

/** What the rule would do for someone, and when. Nothing is changed or sent. */
export function TrialDialog(props: TrialDialogProps) {
  const { opened, automation, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={`Try “${automation.name}”`} size="xl">
      <Content {...props} />
    </Modal>
  );
}

function Content({ automation, catalog }: TrialDialogProps) {
  const { id, draft, updated_at } = automation;
  const [kind, setKind] = useState("made-up");
  const [contact, setContact] = useState<string>();
  const [at, setAt] = useState(0);
  const [facts, setFacts] = useState<Facts>({});
  const contactId = kind === "lead" ? contact : undefined;
  const trigger = draft.triggers[at];
  const input = { id, facts, ...(contactId !== undefined && { contact_id: contactId }) };
  const isAsked = kind === "made-up" || contactId !== undefined;
  const query = useQuery({
    ...automationsApi.test.queryOptions({ input }),
    queryKey: [...automationsApi.test.key({ input }), updated_at],
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const data: Trial | undefined = isAsked ? query.data : undefined;
  return (
    <Stack>
      <SegmentedControl
        aria-label="Who"
        style={{ alignSelf: "start" }}
        data={[
          { value: "made-up", label: "Someone made up" },
          { value: "lead", label: "One of your leads" },
        ]}
        value={kind}
        onChange={setKind}
      />
      {kind === "lead" && <ContactPicker onContact={setContact} />}
      {draft.triggers.length > 1 && (
        <Select
          size="md"
          label="When"
          allowDeselect={false}
          data={draft.triggers.map((one, index) => ({
            value: String(index),
            label: describeTrigger(one, catalog),
          }))}
          value={String(at)}
          onChange={(value) => {
            setAt(Number(value));
            setFacts({});
          }}
        />
      )}
      {trigger && draft.event_tests.length > 0 && (
        <FactFields
          key={at}
          trigger={trigger}
          tests={draft.event_tests}
          catalog={catalog}
          facts={facts}
          onFacts={setFacts}
        />
      )}
      {!isAsked && <Text size="sm">Choose a lead to see what would happen to them.</Text>}
      {isAsked && !data && <QueryState query={query} failure="We couldn’t work that out." height={200} />}
      {data && <Result trial={data} automation={automation} catalog={catalog} contactId={contactId} />}
    </Stack>
  );
}

interface ResultProps {
  trial: Trial;
  automation: Automation;
  catalog: RuleCatalog;
  contactId: string | undefined;
}

function Result({ trial, automation: { draft }, catalog, contactId }: ResultProps) {
  return (
    <Stack gap="sm" aria-live="polite">
      <Text fw={600}>
        {trial.would_run ? "It would run." : `It wouldn’t run: ${skipWords(trial.skip_reason)}`}
      </Text>
      <TestResults definition={draft} trial={trial} catalog={catalog} />
      {trial.actions.length > 0 && (
        <ol className={classes.course} aria-label="What happens">
          {trial.actions.map((item) => {
            const action = draft.actions.find(({ id }) => id === item.action_id);
            return (
              action && (
                <TrialAction
                  key={item.action_id}
                  item={item}
                  action={action}
                  catalog={catalog}
                  sender={draft}
                  contactId={contactId}
                />
              )
            );
          })}
        </ol>
      )}
    </Stack>
  );
}
