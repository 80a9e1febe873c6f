import { Badge, Code, Group, Stack, Text } from "@mantine/core";
import { IconChevronRight, IconCopy } from "@tabler/icons-react";
import { copyText } from "#src/kit/copy-text.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import type { Check, CheckName, CheckState } from "../checks/checks-contract.ts";
import classes from "./deliverability.module.css";

const LABELS: Readonly<Record<CheckName, string>> = {
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  return_path: "Return path",
  mx: "MX",
  reverse_dns: "Reverse DNS",
  tls: "TLS",
  bimi: "BIMI",
  unsubscribe: "One-click unsubscribe",
  blocklists: "Blocklists",
};

const STATES: Readonly<Record<CheckState, { color: string; label: string }>> = {
  good: { color: "teal", label: "Good" },
  advice: { color: "yellow", label: "Could be better" },
  missing: { color: "red", label: "Missing" },
  wrong: { color: "red", label: "Fix it" },
  unknown: { color: "gray", label: "No answer" },
  off: { color: "gray", label: "Nothing to do" },
};

/** One check: its state at a glance, and everything about it once it's opened. */
export function CheckRow({ check }: { check: Check }) {
  const { name, state, words, notes, found, expected, record } = check;
  const { color, label } = STATES[state];
  return (
    <li>
      <details className={classes.check}>
        <summary>
          <IconChevronRight size={18} className={classes.chevron} aria-hidden />
          <span className={classes.words}>
            <span className={classes.head}>
              <Text span fw={600} size="sm">
                {LABELS[name]}
              </Text>
              <Badge size="sm" variant="light" color={color}>
                {label}
              </Badge>
            </span>
            <Text span size="sm" display="block">
              {words}
            </Text>
          </span>
        </summary>
        <Stack gap="sm" className={classes.details}>
          {notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
          <Lines label="Found" lines={found.length > 0 ? found : ["–"]} />
          {expected !== "" && (
            <div>
              <Text size="xs" c="dimmed">
                Expected
              </Text>
              <Text size="sm">{expected}</Text>
            </div>
          )}
          {record && (
            <>
              <Copyable label={`Name of the ${record.type} record`} text={record.name} />
              <Copyable label="Value" text={record.value} />
            </>
          )}
        </Stack>
      </details>
    </li>
  );
}

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {lines.map((line) => (
        <Code key={line} block className={classes.found}>
          {line}
        </Code>
      ))}
    </div>
  );
}

function Copyable({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code block className={classes.copied}>
          {text}
        </Code>
        <IconButton aria-label={`Copy ${label}`} data-hint="Copy" onClick={() => void copyText(text, label)}>
          <IconCopy size={18} />
        </IconButton>
      </Group>
    </div>
  );
}
