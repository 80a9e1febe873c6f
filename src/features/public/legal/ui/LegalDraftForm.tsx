import { Alert, Button, Group, Stack, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { EditedText } from "#src/features/public/legal/contract.ts";
import { type LegalName, SUMMARY_CHARS_MAX, type Texts } from "#src/features/public/legal/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { confirm } from "#src/kit/confirm.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { LANGUAGE_NAMES, type Language } from "#src/lib/language.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { LanguageChoice } from "./LanguageChoice.tsx";
import { LegalTextField } from "./LegalTextField.tsx";
import { legalApi, useLegalRefresh } from "./legal-queries.ts";

const PublishDialog = lazyDialog(async () => (await import("./PublishDialog.tsx")).PublishDialog);

const EMPTY: Texts = { en: "", es: "" };

interface LegalDraftFormProps {
  name: LegalName;
  edited: EditedText;
}

export function LegalDraftForm({ name, edited: { draft, current, built_in } }: LegalDraftFormProps) {
  const [language, setLanguage] = useState<Language>("en");
  const [texts, setTexts] = useState<Texts>(draft?.texts ?? current.texts);
  const [summary, setSummary] = useState<Texts>(draft?.summary ?? EMPTY);
  const [seen, setSeen] = useState(draft?.updated_at ?? null);
  const [isPublishing, setPublishing] = useState(false);
  const leave = useLeaving();
  const store = async () => {
    const saved = await legalApi.saveDraft.call({ name, texts, summary, seen });
    setTexts(saved.texts);
    setSummary(saved.summary);
    setSeen(saved.updated_at);
  };
  const save = useMutation({ mutationFn: store, onSuccess: () => toastSuccess({ message: "Saved" }) });
  const prepare = useMutation({ mutationFn: store, onSuccess: () => setPublishing(true) });
  const discard = useMutation({
    mutationFn: () => legalApi.discardDraft.call({ name, seen }),
    onSuccess: leave,
    onError: (error) => toastError(error, "That couldn’t be discarded. Try again."),
  });
  const askToDiscard = async () => {
    const message = "What you wrote will be gone. What’s in force stays.";
    if (await confirm({ title: "Discard this draft?", message, confirm: "Discard", danger: true }))
      discard.mutate();
  };
  const goBack = async () => {
    const message =
      "It takes the place of the draft’s text in both languages. Publish it to have it in force.";
    if (await confirm({ title: "Back to the built-in text?", message, confirm: "Use it" }))
      setTexts(built_in);
  };
  const failed = save.error ?? prepare.error;
  return (
    <Stack>
      <LanguageChoice language={language} onLanguage={setLanguage} />
      {language !== "en" && texts[language] === "" && (
        <Alert color="gray" variant="light">
          As long as this is empty, whoever reads {LANGUAGE_NAMES[language]} gets the English text.
        </Alert>
      )}
      <LegalTextField
        language={language}
        text={texts[language]}
        before={current.texts[language]}
        onText={(text) => setTexts((latest) => ({ ...latest, [language]: text }))}
      />
      <Card
        title="What has changed"
        text="In a few sentences. It’s in the e-mail, in the list of versions, and where people agree."
      >
        <Textarea
          size="md"
          aria-label="What has changed"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={SUMMARY_CHARS_MAX}
          lang={language}
          dir="auto"
          value={summary[language]}
          onChange={({ currentTarget: { value } }) =>
            setSummary((latest) => ({ ...latest, [language]: value }))
          }
        />
      </Card>
      <FormFailure
        message={failed ? errorMessage(failed, "That couldn’t be saved. Try again.") : undefined}
      />
      <Group gap="xs">
        <Button loading={prepare.isPending} onClick={() => prepare.mutate()}>
          Publish…
        </Button>
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Save draft
        </Button>
        <Button variant="default" onClick={() => void goBack()}>
          Back to the built-in text
        </Button>
        {seen !== null && (
          <Button variant="default" loading={discard.isPending} onClick={() => void askToDiscard()}>
            Discard draft
          </Button>
        )}
      </Group>
      <PublishDialog
        opened={isPublishing}
        onClose={() => setPublishing(false)}
        name={name}
        seen={seen}
        onPublished={leave}
      />
    </Stack>
  );
}

/** Back to the list, which is loaded again. */
function useLeaving(): () => Promise<void> {
  const refresh = useLegalRefresh();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: STAFF_PATHS.legalTexts, search: {} });
    queries.removeQueries({ queryKey: legalApi.find.key() });
    await refresh();
  };
}
