import { Anchor, Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { LegalVersion } from "#src/features/public/legal/contract.ts";
import { type LegalName, textIn, versionPath } from "#src/features/public/legal/rules.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { LANGUAGE } from "#src/kit/locale.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { formatLegalDay, NOTICE_LABELS, STATE_LABELS } from "./legal-words.ts";

const CompareDialog = lazyDialog(async () => (await import("./CompareDialog.tsx")).CompareDialog);

/** One published version: what it changed, from when on, and how many have agreed. */
export function LegalVersionRow({ name, version }: { name: LegalName; version: LegalVersion }) {
  const { number, state, notice, effective_at, by, agreed, is_told } = version;
  const [isComparing, setComparing] = useState(false);
  const { label, color } = STATE_LABELS[state];
  const summary = textIn(version.summary, LANGUAGE);
  return (
    <Paper component="li" withBorder radius="md" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Stack gap={6}>
        <Group gap="xs">
          <Text fw={600}>Version {number}</Text>
          <Badge variant="light" color={color}>
            {label}
          </Badge>
        </Group>
        {summary.text !== "" && (
          <Text size="sm" dir="auto" lang={summary.language} style={{ whiteSpace: "pre-line" }}>
            {summary.text}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {[
            `From ${formatLegalDay(effective_at)}`,
            NOTICE_LABELS[notice],
            by,
            ...(is_told || state === "replaced" ? [] : ["People are being told"]),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        {agreed && state !== "replaced" && state !== "upcoming" && (
          <Text size="sm">
            {formatNumber(agreed.people)} of {formatNumber(agreed.of)} have agreed
          </Text>
        )}
        <Group gap="md">
          <Anchor size="sm" href={versionPath(name, number)} target="_blank">
            Read it
          </Anchor>
          <Button size="xs" variant="default" onClick={() => setComparing(true)}>
            What changed
          </Button>
        </Group>
      </Stack>
      <CompareDialog opened={isComparing} onClose={() => setComparing(false)} name={name} number={number} />
    </Paper>
  );
}
