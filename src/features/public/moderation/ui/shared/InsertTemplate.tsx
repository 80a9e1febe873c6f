import { Button, Group, NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { FilledTemplates } from "#src/features/public/moderation/templates/template-contract.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/lib/language.ts";

interface InsertTemplateProps {
  /** Undefined while it loads. */
  filled: FilledTemplates | undefined;
  onInsert: (text: string) => void;
}

/** Chooses a text that staff keep, by mouse or keyboard. The receiver’s language comes first. */
export function InsertTemplate({ filled, onInsert }: InsertTemplateProps) {
  const [chosen, setChosen] = useState("");
  if (!filled || filled.items.length === 0) return null;
  const languages = [filled.language, ...LANGUAGES.filter((one) => one !== filled.language)];
  const choices = languages.flatMap((language) =>
    filled.items
      .filter(({ texts }) => texts[language] !== "")
      .map(({ id, name, texts }) => ({
        value: `${id} ${language}`,
        label: `${LANGUAGE_NAMES[language]} · ${name}`,
        text: texts[language],
      })),
  );
  const choice = choices.find(({ value }) => value === chosen) ?? choices[0];
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        size="md"
        flex="1 1 12rem"
        miw={0}
        label="Template"
        data-aid
        data={choices.map(({ value, label }) => ({ value, label }))}
        value={choice?.value}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Button size="md" variant="default" onClick={() => onInsert(choice?.text ?? "")}>
        Insert
      </Button>
    </Group>
  );
}

/** What’s written stays: a template comes below it. */
export function withTemplate(written: string, text: string): string {
  return written.trim() === "" ? text : `${written.trimEnd()}\n\n${text}`;
}
