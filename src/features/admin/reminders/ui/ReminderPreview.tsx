import { NativeSelect, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { versionIn } from "#src/features/admin/notifications/broadcast-rules.ts";
import type { Settings } from "#src/features/admin/reminders/contract.ts";
import type { ReminderName } from "#src/features/admin/reminders/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { MailBody } from "#src/kit/MailBody.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#src/lib/language.ts";
import { remindersApi } from "./reminder-queries.ts";

const TYPING_MS = 500;

/** What readers of each language get. */
export function ReminderPreview({ rule, settings }: { rule: ReminderName; settings: Settings }) {
  const [language, setLanguage] = useState<Language>("en");
  const version = versionIn(settings.versions, language);
  const [shown] = useDebouncedValue(version, TYPING_MS);
  const mail = useQuery({
    ...remindersApi.preview.queryOptions({ input: { rule, version: shown, language } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Preview">
      <NativeSelect
        size="md"
        label="For readers of"
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        onChange={({ currentTarget: { value } }) =>
          setLanguage(LANGUAGES.find((one) => one === value) ?? "en")
        }
      />
      <div>
        <Text size="xs" c="dimmed">
          Behind the bell, on devices, and as the e-mail’s subject
        </Text>
        <Text fw={600} dir="auto" style={{ overflowWrap: "anywhere" }}>
          {version.title || "…"}
        </Text>
      </div>
      {mail.data ? (
        <MailBody html={mail.data.html} text={mail.data.text} />
      ) : (
        <QueryState query={mail} failure="We couldn’t load the preview." height={240} />
      )}
    </Card>
  );
}
