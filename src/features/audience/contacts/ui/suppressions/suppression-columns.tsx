import { Text, UnstyledButton } from "@mantine/core";
import type { ListedSuppression } from "#src/features/audience/consent-records/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import type { Column } from "#src/kit/table/column.ts";
import classes from "../Leads.module.css";
import { SUPPRESSION_LABELS } from "../shared/contact-labels.ts";

/** Returns a suppressed address's label. Of erased people, only a hash is left. */
export function addressLabel({ email }: ListedSuppression): string {
  return email ?? "Someone who was erased";
}

interface ColumnsInput {
  onOpen: (row: ListedSuppression) => void;
  nameOfTopic: (key: string) => string;
}

export function suppressionColumns({ onOpen, nameOfTopic }: ColumnsInput): Column<ListedSuppression>[] {
  return [
    {
      id: "email",
      title: "E-mail",
      className: classes.email,
      render: (row) => (
        <UnstyledButton className={classes.name} onClick={() => onOpen(row)}>
          {addressLabel(row)}
        </UnstyledButton>
      ),
    },
    { id: "reason", title: "Why", render: ({ reason }) => SUPPRESSION_LABELS[reason] },
    {
      id: "scope",
      title: "Stopped",
      className: classes.country,
      render: ({ scope }) => scopeLabel(scope, nameOfTopic),
    },
    {
      id: "note",
      title: "Note",
      className: classes.source,
      render: ({ note }) => (
        <Text component="span" inherit lineClamp={2}>
          {note ?? "–"}
        </Text>
      ),
    },
    {
      id: "when",
      title: "Since",
      className: classes.when,
      render: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
    },
  ];
}

/** Describes what is suppressed. */
export function scopeLabel(scope: string | null, nameOfTopic: (key: string) => string): string {
  return scope === null ? "All e-mail" : nameOfTopic(scope);
}

export function suppressionCard(row: ListedSuppression) {
  return (
    <>
      <Text fw={600}>{addressLabel(row)}</Text>
      <Text size="sm">{SUPPRESSION_LABELS[row.reason]}</Text>
      {row.note && (
        <Text size="sm" lineClamp={2}>
          {row.note}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        <time dateTime={row.created_at}>{formatDateTime(row.created_at)}</time>
      </Text>
    </>
  );
}
