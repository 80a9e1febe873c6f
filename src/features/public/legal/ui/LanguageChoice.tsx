import { SegmentedControl } from "@mantine/core";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#src/lib/language.ts";

interface LanguageChoiceProps {
  language: Language;
  onLanguage: (language: Language) => void;
}

/** One of the languages that texts can be in. */
export function LanguageChoice({ language, onLanguage }: LanguageChoiceProps) {
  return (
    <SegmentedControl
      aria-label="Language"
      data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      value={language}
      onChange={(value) => onLanguage(LANGUAGES.find((one) => one === value) ?? "en")}
    />
  );
}
