import { Button, Group, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import {
  PLACEHOLDER_LABELS,
  PLACEHOLDERS,
  TEMPLATE_CHARS_MAX,
  type TemplateKind,
} from "#src/features/public/moderation/templates/template-rules.ts";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#src/lib/language.ts";

interface TemplateFieldsProps {
  kind: TemplateKind;
  texts: Readonly<Record<Language, string>>;
  onChange: (texts: Record<Language, string>) => void;
  error: string | undefined;
}

/** The text in each language, and what can be put into it. */
export function TemplateFields({ kind, texts, onChange, error }: TemplateFieldsProps) {
  const [language, setLanguage] = useState<Language>("en");
  const field = useRef<HTMLTextAreaElement>(null);
  const write = (text: string) => onChange({ ...texts, [language]: text });
  const insert = (placeholder: string) => {
    const text = texts[language];
    const [from, to] = [
      field.current?.selectionStart ?? text.length,
      field.current?.selectionEnd ?? text.length,
    ];
    write(`${text.slice(0, from)}${placeholder}${text.slice(to)}`);
    field.current?.focus();
  };
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="Language"
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        onChange={(value) => setLanguage(LANGUAGES.find((one) => one === value) ?? "en")}
      />
      <Textarea
        ref={field}
        size="md"
        label="Text"
        description="Offered in each language that it’s written in. It can be changed each time before it’s sent."
        autosize
        minRows={4}
        maxRows={12}
        maxLength={TEMPLATE_CHARS_MAX[kind]}
        lang={language}
        dir="auto"
        error={error}
        value={texts[language]}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <Text size="sm">Put in when it’s used:</Text>
      <Group gap="xs">
        {PLACEHOLDERS[kind].map((name) => (
          <Button key={name} size="xs" variant="default" onClick={() => insert(`{${name}}`)}>
            {PLACEHOLDER_LABELS[name]}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
