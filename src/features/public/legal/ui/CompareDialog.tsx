import "#src/kit/deferred.css";
import { Modal, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LegalName } from "#src/features/public/legal/rules.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { Language } from "#src/lib/language.ts";
import { LanguageChoice } from "./LanguageChoice.tsx";
import { legalApi } from "./legal-queries.ts";
import { TextDiff } from "./TextDiff.tsx";

interface CompareDialogProps {
  opened: boolean;
  onClose: () => void;
  name: LegalName;
  number: number;
}

/** A version next to the one before it. */
export function CompareDialog({ opened, onClose, ...which }: CompareDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`What version ${which.number} changed`} size="xl">
      <Comparison {...which} />
    </Modal>
  );
}

function Comparison({ name, number }: Omit<CompareDialogProps, "opened" | "onClose">) {
  const [language, setLanguage] = useState<Language>("en");
  const optionsFor = (which: number) =>
    legalApi.findVersion.queryOptions({ input: { name, number: String(which) } });
  const [after, before] = [useQuery(optionsFor(number)), useQuery(optionsFor(number - 1))];
  if (!after.data || !before.data)
    return (
      <QueryState query={after.data ? before : after} failure="We couldn’t load the versions." height={240} />
    );
  return (
    <Stack>
      <LanguageChoice language={language} onLanguage={setLanguage} />
      <TextDiff before={before.data.texts[language]} after={after.data.texts[language]} />
    </Stack>
  );
}
