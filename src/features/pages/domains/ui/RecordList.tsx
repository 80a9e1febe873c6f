import { Badge, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { Domain, DomainRecord } from "#src/features/pages/domains/contract.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import classes from "./Domains.module.css";
import { type Provider, recordAt } from "./providers.ts";

interface RecordListProps {
  domain: Domain;
  /** Formats them for this provider. */
  provider?: Provider | undefined;
}

/** The DNS records to set, ready to copy, next to the current ones. */
export function RecordList({ domain: { records, twin }, provider }: RecordListProps) {
  const needed = records.filter(({ purpose }) => purpose !== "twin");
  const others = records.filter(({ purpose }) => purpose === "twin");
  return (
    <>
      <ul className={classes.records} aria-label="DNS records">
        {needed.map((record) => (
          <RecordItem
            key={`${record.type} ${record.name} ${record.value}`}
            record={record}
            provider={provider}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <Text size="sm">Optional, so that {twin} redirects here:</Text>
          <ul className={classes.records} aria-label={`DNS records of ${twin}`}>
            {others.map((record) => (
              <RecordItem key={`${record.type} ${record.value}`} record={record} provider={provider} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface RecordItemProps {
  record: DomainRecord;
  provider: Provider | undefined;
}

function RecordItem({ record, provider }: RecordItemProps) {
  const { labels, label, value } = recordAt(provider, record);
  return (
    <li className={classes.record}>
      <div className={classes.type}>
        <span className={classes.label}>Type</span>
        <span className={classes.text}>{record.type}</span>
        <StateBadge record={record} />
      </div>
      <Copyable label={labels.name} text={label} />
      <Copyable label={labels.value} text={value} />
      {record.is_right === false && (
        <Text size="xs" c="dimmed" className={classes.seen}>
          {record.seen.length > 0 ? `Now: ${record.seen.join(", ")}` : "Now: nothing"}
        </Text>
      )}
    </li>
  );
}

function StateBadge({ record: { is_right } }: { record: DomainRecord }) {
  if (is_right === null) return null;
  return (
    <Badge size="sm" variant="light" color={is_right ? "teal" : "gray"}>
      {is_right ? "Found" : "Missing"}
    </Badge>
  );
}

function Copyable({ label, text }: { label: string; text: string }) {
  return (
    <div className={classes.copyable}>
      <span className={classes.label}>{label}</span>
      {text === "" ? (
        <span className={classes.text}>(leave empty)</span>
      ) : (
        <>
          <code className={classes.text}>{text}</code>
          <IconButton
            aria-label={`Copy ${label.toLowerCase()} ${text}`}
            data-hint="Copy"
            onClick={() => void copyText(text, label)}
          >
            <IconCopy size={18} />
          </IconButton>
        </>
      )}
    </div>
  );
}
