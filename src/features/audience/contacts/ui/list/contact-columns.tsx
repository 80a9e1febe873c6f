import { Anchor, Badge, Group, Text, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber } from "#src/kit/plural.ts";
import type { Column } from "#src/kit/table/column.ts";
import { siteOf } from "#src/lib/referrers.ts";
import type { Contact } from "../../contract.ts";
import { addressRisk } from "../../page/address-quality.ts";
import classes from "../Leads.module.css";
import {
  ADDRESS_RISK_LABELS,
  addedByLabel,
  contactName,
  countryName,
  mailTo,
  STATUS_LABELS,
} from "../shared/contact-labels.ts";

interface ColumnsInput {
  onOpen: (contact: Contact) => void;
  isMasked: boolean;
  profileNames: ReadonlyMap<string, string>;
}

export function contactColumns({ onOpen, isMasked, profileNames }: ColumnsInput): Column<Contact>[] {
  const sortBy = (by: string, title: string) =>
    isMasked ? {} : { sort: { by, asc: `${title}, A to Z`, desc: `${title}, Z to A` } };
  return [
    {
      id: "name",
      title: "Name",
      ...sortBy("name", "Name"),
      className: classes.words,
      render: (contact) => (
        <UnstyledButton className={classes.name} onClick={() => onOpen(contact)}>
          <Short>{contactName(contact)}</Short>
        </UnstyledButton>
      ),
    },
    {
      id: "email",
      title: "E-mail",
      ...sortBy("email", "E-mail"),
      className: classes.email,
      render: ({ email }) =>
        isMasked ? (
          email
        ) : (
          <Anchor href={mailTo(email)} size="sm">
            <Short>{breakable(email)}</Short>
          </Anchor>
        ),
    },
    { id: "phone", title: "Phone", className: classes.phone, render: ({ phone }) => phone ?? "–" },
    {
      id: "source",
      title: "Source",
      className: classes.source,
      render: (contact) => sourceOf(contact, profileNames),
    },
    { id: "tags", title: "Tags", className: classes.tags, render: (contact) => <Marks contact={contact} /> },
    {
      id: "country",
      title: "Country",
      className: classes.country,
      render: ({ country }) => <Short>{countryName(country)}</Short>,
    },
    {
      id: "when",
      title: "When",
      sort: { by: "created_at", asc: "Oldest first", desc: "Newest first" },
      className: classes.when,
      render: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
    },
    {
      id: "score",
      title: "Score",
      sort: { by: "score", asc: "Lowest score first", desc: "Highest score first" },
      render: ({ score }) => formatNumber(score),
    },
  ];
}

function sourceOf({ first_touch, origin }: Contact, profileNames: ReadonlyMap<string, string>) {
  if (origin.by !== "sign_up" || !first_touch)
    return <Source text={addedByLabel(origin.by)} detail={origin.file_name} />;
  const { profile_id, referrer_host } = first_touch;
  return (
    <Source
      text={profileNames.get(profile_id) ?? "A deleted profile"}
      detail={referrer_host && `from ${siteOf(referrer_host).label}`}
    />
  );
}

/** An address that starts a new line at its @ where it has to, rather than anywhere. */
function breakable(email: string) {
  const at = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

/** A few lines of a long text. The drawer shows all of it. */
function Short({ children }: { children: ReactNode }) {
  return (
    <Text component="span" inherit lineClamp={3}>
      {children}
    </Text>
  );
}

function Source({ text, detail }: { text: string; detail: string | null }) {
  return (
    <>
      <Text size="sm" lineClamp={2}>
        {text}
      </Text>
      {detail && (
        <Text size="xs" c="dimmed" lineClamp={2} title={detail}>
          {detail}
        </Text>
      )}
    </>
  );
}

/** The status, unless it's the usual one, the address's problem, and the tags. */
function Marks({ contact: { status, email, tags } }: { contact: Contact }) {
  const odd = addressRisk(email);
  return (
    <Group gap={4}>
      {odd && (
        <Badge variant="light" color="yellow" size="sm" tt="none">
          {ADDRESS_RISK_LABELS[odd].label}
        </Badge>
      )}
      {status !== "new" && <StatusBadge status={status} />}
      {tags.map((tag) => (
        <Badge key={tag} variant="default" size="sm" tt="none">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}

export function StatusBadge({ status }: Pick<Contact, "status">) {
  const { label, color } = STATUS_LABELS[status];
  return (
    <Badge variant="light" color={color} size="sm" tt="none">
      {label}
    </Badge>
  );
}

export function contactCard(contact: Contact) {
  return (
    <>
      <Text fw={600}>{contactName(contact)}</Text>
      {contact.name !== "" && <Text size="sm">{contact.email}</Text>}
      {contact.phone && <Text size="sm">{contact.phone}</Text>}
      <Marks contact={contact} />
      <Text size="xs" c="dimmed" mt={4}>
        {countryName(contact.country)} ·{" "}
        <time dateTime={contact.created_at}>{formatDateTime(contact.created_at)}</time>
      </Text>
    </>
  );
}
