import { NativeSelect, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CaseDetail } from "#src/features/public/moderation/cases/case-contract.ts";
import {
  type CaseDecision,
  DECISION_LABELS,
  FACTS_CHARS_MAX,
  GROUND_LABELS,
  GROUNDS,
  type Ground,
  isRestriction,
  OUTCOMES,
} from "#src/features/public/moderation/cases/case-rules.ts";
import { leftPlaceholder } from "#src/features/public/moderation/templates/template-rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { moderationApi, useCasesRefresh } from "./case-queries.ts";
import { Quote } from "./Quote.tsx";
import { InsertTemplate, withTemplate } from "./shared/InsertTemplate.tsx";

interface DecisionDialogProps {
  opened: boolean;
  decision: CaseDecision;
  onClose: () => void;
  item: CaseDetail;
}

export function DecisionDialog({ opened, decision, onClose, item }: DecisionDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={DECISION_LABELS[decision]}>
      <DecisionForm decision={decision} onClose={onClose} item={item} />
    </FormDialog>
  );
}

const DAY_MS = 86_400_000;
const ENDS = [
  { value: "1", label: "For a day" },
  { value: "7", label: "For a week" },
  { value: "30", label: "For 30 days" },
  { value: "180", label: "For 180 days" },
];

function DecisionForm({ decision, onClose, item }: Omit<DecisionDialogProps, "opened">) {
  const { id, links } = item;
  const [facts, setFacts] = useState("");
  const [ground, setGround] = useState<Ground>("terms");
  const [link, setLink] = useState(links[0]?.id);
  const [days, setDays] = useState("7");
  const [problem, setProblem] = useState<string>();
  const refresh = useCasesRefresh();
  const needsReasons = isRestriction(decision);
  const sending = useMutation({
    mutationFn: () =>
      moderationApi.decideCase.call({
        id,
        decision,
        facts,
        ...(needsReasons && { ground }),
        ...(decision === "hide_link" && { link_id: link }),
        ...(decision === "suspend" && { until: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
      }),
    onSuccess: async ({ state }) => {
      await refresh();
      onClose();
      toastSuccess({ message: state === "closed" ? "Decided" : "Waiting for a colleague" });
    },
  });
  const form = formOf(sending, "That couldn’t be saved. Try again.", () => {
    const found = needsReasons ? problemWith(facts) : undefined;
    setProblem(found);
    return found === undefined;
  });
  return (
    <DialogForm entity={form} action="Decide" onClose={onClose}>
      <Text size="sm">{needsReasons ? "The owner and the reporters read:" : "The reporters read:"}</Text>
      <Quote text={OUTCOMES[decision]} />
      {decision === "hide_link" && (
        <NativeSelect
          size="md"
          label="Link"
          data={links.map(({ id, title, url }) => ({ value: id, label: `${title} · ${url}`.slice(0, 120) }))}
          value={link}
          onChange={({ currentTarget }) => setLink(currentTarget.value)}
        />
      )}
      {decision === "suspend" && (
        <NativeSelect
          size="md"
          label="For how long"
          data={ENDS}
          value={days}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
        />
      )}
      {needsReasons && (
        <>
          <NativeSelect
            size="md"
            label="Basis"
            data={GROUNDS.map((value) => ({ value, label: GROUND_LABELS[value] }))}
            value={ground}
            onChange={({ currentTarget }) => setGround(currentTarget.value as Ground)}
          />
          <DecisionTemplates
            id={id}
            decision={decision}
            onInsert={(text) => setFacts((written) => withTemplate(written, text))}
          />
          <Textarea
            size="md"
            label="What you found"
            description="The owner reads it in the statement of reasons. Don’t say who reported the page."
            autosize
            minRows={3}
            maxRows={8}
            maxLength={FACTS_CHARS_MAX}
            data-autofocus
            error={problem}
            value={facts}
            onChange={({ currentTarget }) => setFacts(currentTarget.value)}
          />
        </>
      )}
    </DialogForm>
  );
}

function problemWith(facts: string): string | undefined {
  if (facts.trim() === "") return "Say what you found. The owner reads it.";
  if (facts.length > FACTS_CHARS_MAX) return `Shorten it to ${FACTS_CHARS_MAX} characters.`;
  const left = leftPlaceholder("statement", facts);
  return left === undefined ? undefined : `Write something in place of ${left}.`;
}

interface DecisionTemplatesProps {
  id: string;
  decision: CaseDecision;
  onInsert: (text: string) => void;
}

/** Those that are offered for this decision. */
function DecisionTemplates({ id, decision, onInsert }: DecisionTemplatesProps) {
  const { data } = useQuery(moderationApi.listCaseTemplates.queryOptions({ input: { id } }));
  const items = data?.items.filter(({ decisions }) => decisions.length === 0 || decisions.includes(decision));
  return <InsertTemplate filled={data && items && { ...data, items }} onInsert={onInsert} />;
}
