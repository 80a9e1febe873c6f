import { Input, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { blocksOf } from "#src/features/admin/notifications/broadcast-rules.ts";
import type { Version, Versions } from "#src/features/admin/notifications/contract.ts";
import { BUTTON_CHARS_MAX, TITLE_CHARS_MAX } from "#src/features/admin/notifications/rules.ts";
import { BodyBlocks } from "#src/features/email/templates/ui/shared/BodyBlocks.tsx";
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
      <Input.Wrapper
        size="md"
        label="Text"
        labelElement="div"
        description="For the e-mail. The bell and devices show the title."
      >
        <Stack mt="xs" lang={language}>
          <BodyBlocks
            key={language}
            blocks={blocksOf(version)}
            onBlocks={(blocks) => change({ blocks, text: "" })}
          />
        </Stack>
      </Input.Wrapper>
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
