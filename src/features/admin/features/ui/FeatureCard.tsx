import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { DEFAULT_RULES } from "#src/lib/feature-switches.ts";
import type { FeatureState } from "../contract.ts";
import { FEATURE_TEXTS, isSameRules, labelOf } from "../rules.ts";
import { stateText } from "./feature-sentence.ts";

const RulesDialog = lazyDialog(async () => (await import("./RulesDialog.tsx")).RulesDialog);
const AccountsDialog = lazyDialog(async () => (await import("./AccountsDialog.tsx")).AccountsDialog);
const HistoryDialog = lazyDialog(async () => (await import("./HistoryDialog.tsx")).HistoryDialog);

interface FeatureCardProps {
  item: FeatureState;
  /** What it's a part of. */
  parent: FeatureState | undefined;
}

const isUsual = (item: FeatureState) =>
  isSameRules(item, DEFAULT_RULES) && item.accounts_on + item.accounts_off === 0;

/** A part of the product: who has it, and what can be done about that. */
export function FeatureCard({ item, parent }: FeatureCardProps) {
  const { feature, changed } = item;
  const { label, hint } = FEATURE_TEXTS[feature];
  const [open, setOpen] = useState<"rules" | "accounts" | "history" | null>(null);
  const close = () => setOpen(null);
  return (
    <Card
      title={label}
      text={hint}
      action={
        !isUsual(item) && (
          <Badge variant="light" tt="none">
            Customized
          </Badge>
        )
      }
    >
      <Stack gap="xs">
        <Text fw={600}>{stateText(item)}</Text>
        {parent && (
          <Text size="sm" c="dimmed">
            {parentText(parent)}
          </Text>
        )}
        {changed && (
          <Text size="xs" c="dimmed" dir="auto" style={{ overflowWrap: "anywhere" }}>
            {`${changed.by ?? "Someone who has left"}, ${formatDateTime(changed.at)}: ${changed.reason}`}
          </Text>
        )}
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={`Change who has it: ${label}`}
            onClick={() => setOpen("rules")}
          >
            Change…
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Chosen accounts: ${label}`}
            onClick={() => setOpen("accounts")}
          >
            Chosen accounts…
          </Button>
          {changed && (
            <Button
              size="xs"
              variant="default"
              aria-label={`History: ${label}`}
              onClick={() => setOpen("history")}
            >
              History…
            </Button>
          )}
        </Group>
      </Stack>
      <RulesDialog opened={open === "rules"} onClose={close} item={item} />
      <AccountsDialog opened={open === "accounts"} onClose={close} feature={feature} />
      <HistoryDialog opened={open === "history"} onClose={close} feature={feature} />
    </Card>
  );
}

function parentText(parent: FeatureState): string {
  const label = labelOf(parent.feature);
  if (isUsual(parent)) return `Off wherever this is off: ${label}`;
  return `Off wherever this is off: ${label} (${stateText(parent)})`;
}
