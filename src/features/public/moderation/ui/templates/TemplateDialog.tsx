import { Alert, Checkbox, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  DECISION_LABELS,
  DECISIONS,
  isRestriction,
} from "#src/features/public/moderation/cases/case-rules.ts";
import { REPORT_REASONS } from "#src/features/public/moderation/rules.ts";
import type {
  ReplyTemplate,
  SavedTemplate,
} from "#src/features/public/moderation/templates/template-contract.ts";
import {
  KIND_LABELS,
  TEMPLATE_KINDS,
  TEMPLATE_NAME_CHARS_MAX,
  type TemplateKind,
  unknownPlaceholder,
} from "#src/features/public/moderation/templates/template-rules.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/lib/language.ts";
import { moderationApi, useCasesRefresh } from "../case-queries.ts";
import { Quote } from "../Quote.tsx";
import { TemplateFields } from "./TemplateFields.tsx";

interface TemplateDialogProps {
  opened: boolean;
  onClose: () => void;
  id: string;
  kind: TemplateKind;
  /** As it is by now. */
  latest: ReplyTemplate | undefined;
}

/** Writes a template, or changes one. */
export function TemplateDialog({ opened, onClose, latest, ...form }: TemplateDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={latest ? "Change the template" : "New template"}
      size="lg"
    >
      <TemplateForm onClose={onClose} latest={latest} {...form} />
    </FormDialog>
  );
}

type Parts = Omit<SavedTemplate, "id" | "version">;

const partsOf = ({ kind, name, texts, decisions, reasons }: ReplyTemplate): Parts => ({
  kind,
  name,
  texts,
  decisions,
  reasons: REPORT_REASONS.map(([key]) => key).filter((key) => reasons.includes(key)),
});

const emptyOf = (kind: TemplateKind): Parts => ({
  kind,
  name: "",
  texts: { en: "", es: "" },
  decisions: [],
  reasons: [],
});

function TemplateForm({ id, kind, latest, onClose }: Omit<TemplateDialogProps, "opened">) {
  const { parts, change, problems, form, isChanged } = useTemplateForm({ id, kind, latest, onClose });
  return (
    <DialogForm
      entity={form}
      action={isChanged ? "Save mine instead" : "Save template"}
      onClose={onClose}
      help={isChanged && <Theirs latest={latest} />}
    >
      <TextInput
        size="md"
        label="Name"
        description="For you and your colleagues."
        maxLength={TEMPLATE_NAME_CHARS_MAX}
        dir="auto"
        error={problems.name}
        value={parts.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      {!latest && (
        <NativeSelect
          size="md"
          label="For"
          data={TEMPLATE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
          value={parts.kind}
          onChange={({ currentTarget: { value } }) =>
            change({ kind: TEMPLATE_KINDS.find((one) => one === value) ?? kind })
          }
        />
      )}
      <TemplateFields
        kind={parts.kind}
        texts={parts.texts}
        onChange={(texts) => change({ texts })}
        error={problems.text}
      />
      {parts.kind === "statement" && <OfferedFor parts={parts} onChange={change} />}
    </DialogForm>
  );
}

function OfferedFor({ parts, onChange }: { parts: Parts; onChange: (changes: Partial<Parts>) => void }) {
  return (
    <>
      <Checkbox.Group
        label="Offered for these decisions"
        description="For all of them if you choose none."
        value={parts.decisions}
        onChange={(chosen) => onChange({ decisions: DECISIONS.filter((one) => chosen.includes(one)) })}
      >
        <Stack gap="xs" mt="xs">
          {DECISIONS.filter(isRestriction).map((one) => (
            <Checkbox key={one} value={one} label={DECISION_LABELS[one]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox.Group
        label="First in the list for pages reported because of"
        value={parts.reasons}
        onChange={(chosen) =>
          onChange({ reasons: REPORT_REASONS.map(([key]) => key).filter((key) => chosen.includes(key)) })
        }
      >
        <Stack gap="xs" mt="xs">
          {REPORT_REASONS.map(([key, label]) => (
            <Checkbox key={key} value={key} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}

/** What a colleague saved while this was being written. */
function Theirs({ latest }: { latest: ReplyTemplate | undefined }) {
  if (!latest) return <Alert color="yellow">They removed it. Saving adds it again.</Alert>;
  return (
    <Alert color="yellow" title="What’s saved now">
      <Stack gap="xs">
        <Text size="sm">
          {latest.name}
          {latest.by && ` · ${latest.by}`}
          {latest.updated_at && ` · ${formatDateTime(latest.updated_at)}`}
        </Text>
        {LANGUAGES.filter((one) => latest.texts[one] !== "").map((one) => (
          <Quote key={one} text={latest.texts[one]} />
        ))}
      </Stack>
    </Alert>
  );
}

function useTemplateForm({ id, kind, latest, onClose }: Omit<TemplateDialogProps, "opened">) {
  const [before] = useState(latest);
  const [parts, setParts] = useState(() => (latest ? partsOf(latest) : emptyOf(kind)));
  const [problems, setProblems] = useState<{ name?: string; text?: string }>({});
  const [isChanged, setChanged] = useState(false);
  const refresh = useCasesRefresh();
  const saving = useMutation({
    mutationFn: () => {
      const known = isChanged ? latest : before;
      return moderationApi.saveTemplate.call({ id, version: known?.version ?? 0, ...parts });
    },
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: "Saved" });
      onClose();
    },
    onError: async (error) => {
      if (apiErrorOf(error)?.code !== "TEMPLATE_CHANGED") return;
      await refresh();
      setChanged(true);
    },
  });
  const form = formOf(saving, "That couldn’t be saved. Try again.", () => {
    const found = problemsOf(parts);
    setProblems(found);
    return Object.keys(found).length === 0;
  });
  const change = (changes: Partial<Parts>) => setParts((latest) => ({ ...latest, ...changes }));
  return { parts, change, problems, form, isChanged };
}

function problemsOf({ kind, name, texts }: Parts): { name?: string; text?: string } {
  const written = LANGUAGES.map((one) => texts[one]);
  const wrong = LANGUAGES.find((one) => unknownPlaceholder(kind, texts[one]) !== undefined);
  return {
    ...(name.trim() === "" && { name: "Give it a name, so that others find it." }),
    ...(written.every((text) => text.trim() === "") && {
      text: "Write the text, in one language at least.",
    }),
    ...(wrong && {
      text: `${LANGUAGE_NAMES[wrong]}: ${unknownPlaceholder(kind, texts[wrong])} isn’t a placeholder. Use those below.`,
    }),
  };
}
