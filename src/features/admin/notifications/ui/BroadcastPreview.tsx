import { NativeSelect, Paper, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconNews } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { versionIn } from "#src/features/admin/notifications/broadcast-rules.ts";
import type { BroadcastParts } from "#src/features/admin/notifications/contract.ts";
import { Card } from "#src/kit/Card.tsx";
import { MailBody } from "#src/kit/MailBody.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#src/lib/language.ts";
import { broadcastsApi } from "./studio-queries.ts";

const TYPING_MS = 500;

/** What it looks like in each channel, for readers of each language. */
export function BroadcastPreview({
  parts,
}: {
  parts: Pick<BroadcastParts, "versions" | "channels" | "target">;
}) {
  const [language, setLanguage] = useState<Language>("en");
  const { channels, target } = parts;
  const version = versionIn(parts.versions, language);
  const [shown] = useDebouncedValue(version, TYPING_MS);
  const mail = useQuery({
    ...broadcastsApi.preview.queryOptions({ input: { version: shown, target, language } }),
    placeholderData: keepPreviousData,
    enabled: channels.includes("email"),
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
      {channels.includes("in_app") && <Line label="Behind the bell" title={version.title} />}
      {channels.includes("push") && <Line label="On their devices" title={version.title} />}
      {channels.includes("email") &&
        (mail.data ? (
          <MailBody html={mail.data.html} text={mail.data.text} />
        ) : (
          <QueryState query={mail} failure="We couldn’t load the preview." height={240} />
        ))}
    </Card>
  );
}

function Line({ label, title }: { label: string; title: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Paper withBorder radius="md" p="sm" style={{ display: "flex", gap: 8, overflowWrap: "anywhere" }}>
        <IconNews size={20} stroke={1.75} style={{ flex: "none" }} />
        <span dir="auto" style={{ minWidth: 0 }}>
          {title || "…"}
        </span>
      </Paper>
    </div>
  );
}
