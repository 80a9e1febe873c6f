import { SegmentedControl, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Version, Versions } from "#src/features/admin/notifications/contract.ts";
import {
  BUTTON_CHARS_MAX,
  TEXT_CHARS_MAX,
  TITLE_CHARS_MAX,
} from "#src/features/admin/notifications/rules.ts";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#src/lib/language.ts";

interface VersionFieldsProps {
  versions: Versions;
  onVersions: (versions: Versions) => void;
}

/** The texts in each of the product’s languages. */
export function VersionFields({ versions, onVersions }: VersionFieldsProps) {
  const [language, setLanguage] = useState<Language>("en");
  const version = versions[language];
  const change = (changes: Partial<Version>) =>
    onVersions({ ...versions, [language]: { ...version, ...changes } });
  return (
    <Stack>
      <SegmentedControl
        aria-label="Language"
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
      />
      <TextInput
        size="md"
        label="Title"
        description="What’s behind the bell and on devices, and the subject of the e-mail."
        maxLength={TITLE_CHARS_MAX}
        lang={language}
        dir="auto"
        value={version.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Textarea
        size="md"
        label="Text"
        description="For the e-mail. Each line is a paragraph."
        autosize
        minRows={4}
        maxRows={16}
        maxLength={TEXT_CHARS_MAX}
        lang={language}
        dir="auto"
        value={version.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <TextInput
        size="md"
        label="Button (optional)"
        maxLength={BUTTON_CHARS_MAX}
        lang={language}
        dir="auto"
        value={version.button}
        onChange={({ currentTarget }) => change({ button: currentTarget.value })}
      />
    </Stack>
  );
}
