import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SIGNAL_LABELS } from "#src/features/public/moderation/signal-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import type { Signal } from "../contract.ts";
import {
  CASES_A_DAY_MAX,
  COUNTED_DAYS,
  MODE_LABELS,
  SIGNAL_MODES,
  SIGNAL_RULES,
  type SignalMode,
} from "../rules.ts";
import { Hits } from "./Hits.tsx";
import { signalsApi, useSignalsRefresh } from "./signals-client.ts";

const SignalDialog = lazyDialog(async () => (await import("./SignalDialog.tsx")).SignalDialog);

const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent" });

/** A signal: what it does, what it found, and whether that was right. */
export function SignalCard({ item }: { item: Signal }) {
  const { kind, mode, hits, changed_at, changed_by } = item;
  const { about, threshold, entries } = SIGNAL_RULES[kind];
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { change, ask } = useModeChange(item);
  return (
    <Card title={SIGNAL_LABELS[kind]} text={about}>
      <Stack gap="xs">
        {/* Wider than a phone in some languages. */}
        <div style={{ overflowX: "auto" }}>
          <SegmentedControl
            w="max-content"
            maw="none"
            aria-label={SIGNAL_LABELS[kind]}
            data={SIGNAL_MODES.map((value) => ({ value, label: MODE_LABELS[value] }))}
            value={change.isPending && change.variables ? change.variables : mode}
            onChange={(value) => void ask(value as SignalMode)}
          />
        </div>
        <Text size="sm">{foundText(item)}</Text>
        {threshold && item.threshold !== null && (
          <Text size="sm">
            {threshold.label}: {formatNumber(item.threshold)}
          </Text>
        )}
        {entries && item.entries && (
          <Text size="sm">
            {entries.label}: {formatNumber(item.entries.length)}
          </Text>
        )}
        {changed_at !== null && (
          <Text size="xs" c="dimmed">
            Changed by {changed_by ?? "someone who’s gone"} on {formatDateTime(changed_at)}
          </Text>
        )}
        <Group gap="xs">
          {hits > 0 && (
            <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen((was) => !was)}>
              {isOpen ? "Hide what it found" : "Show what it found"}
            </Button>
          )}
          {(threshold || entries) && (
            <Button size="xs" variant="default" onClick={() => setEditing(true)}>
              Change…
            </Button>
          )}
        </Group>
        {isOpen && <Hits kind={kind} />}
      </Stack>
      <SignalDialog opened={isEditing} onClose={() => setEditing(false)} item={item} />
    </Card>
  );
}

function foundText({ hits, cases, decided, right }: Signal): string {
  const found =
    hits === 0 ? `Nothing found in ${COUNTED_DAYS} days` : `${plural(hits, "page")} in ${COUNTED_DAYS} days`;
  if (cases === 0) return found;
  const share =
    decided === 0
      ? "none decided yet"
      : `${PERCENT.format(right / decided)} of ${formatNumber(decided)} decided ones were right`;
  return `${found} · ${plural(cases, "case")} in all, ${share}`;
}

function useModeChange({ kind, mode, hits }: Signal) {
  const refresh = useSignalsRefresh();
  const change = useMutation({
    mutationFn: (next: SignalMode) => signalsApi.change.call({ kind, mode: next }),
    onSettled: refresh,
    onError: (error) => toastError(error, "That couldn’t be saved. Try again."),
  });
  const ask = async (next: SignalMode) => {
    if (next === mode) return;
    const isSure =
      next !== "on" ||
      (await confirm({
        title: `Open cases because of “${SIGNAL_LABELS[kind]}”?`,
        message:
          hits === 0
            ? `It found nothing in ${COUNTED_DAYS} days. From now on, what it finds is a case, up to ${CASES_A_DAY_MAX} a day.`
            : `It found ${plural(hits, "page")} in ${COUNTED_DAYS} days. From now on, what it finds is a case, up to ${CASES_A_DAY_MAX} a day. What it found before isn’t, unless the page changes.`,
        confirm: "Open cases",
      }));
    if (isSure) change.mutate(next);
  };
  return { change, ask };
}
