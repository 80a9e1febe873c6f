import { Anchor, Badge, Group, Text, UnstyledButton } from "@mantine/core";
import type { Column } from "#src/kit/table/column.ts";
import { whenWords } from "#src/kit/when.ts";
import { siteOf } from "#src/lib/referrers.ts";
import type { Contact } from "../contract.ts";
import { oddKind } from "../page/odd-addresses.ts";
import { addedWords, countryName, mailTo, nameOf, ODD_WORDS, STATUS_WORDS } from "./contact-words.ts";
import classes from "./Leads.module.css";

interface ColumnsInput {
  onOpen: (contact: Contact) => void;
  isMasked: boolean;
  /** Profiles' names by id. */
  profileNames: ReadonlyMap<string, string>;
}

/** What the list can show about a contact. */
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
          <Short>{nameOf(contact)}</Short>
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
            <Short>{email}</Short>
          </Anchor>
        ),
    },
    { id: "phone", title: "Phone", className: classes.phone, render: ({ phone }) => phone ?? "–" },
    {
      ...{ id: "source", title: "Source", className: classes.source },
      render: (contact) => sourceOf(contact, profileNames),
    },
    { id: "tags", title: "Tags", className: classes.tags, render: (contact) => <Marks contact={contact} /> },
    {
      ...{ id: "country", title: "Country", className: classes.country },
      render: ({ country }) => <Short>{countryName(country)}</Short>,
    },
    {
      id: "when",
      title: "When",
      sort: { by: "created_at", asc: "Oldest first", desc: "Newest first" },
      className: classes.when,
      render: ({ created_at }) => <time dateTime={created_at}>{whenWords(created_at)}</time>,
    },
  ];
}

function sourceOf({ first_touch, origin }: Contact, profileNames: ReadonlyMap<string, string>) {
  if (origin.by !== "sign_up" || !first_touch)
    return <Source text={addedWords(origin.by)} detail={origin.file_name} />;
  const { profile_id, referrer_host } = first_touch;
  return (
    <Source
      text={profileNames.get(profile_id) ?? "A deleted profile"}
      detail={referrer_host && `from ${siteOf(referrer_host).label}`}
    />
  );
}

/** Few lines of something that may be very long. The drawer shows all of it. */
function Short({ children }: { children: string }) {
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

/** The status, unless it's the usual one, what's odd about the address, and the tags. */
function Marks({ contact: { status, email, tags } }: { contact: Contact }) {
  const odd = oddKind(email);
  return (
    <Group gap={4}>
      {odd && (
        <Badge variant="light" color="yellow" size="sm" tt="none">
          {ODD_WORDS[odd].label}
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
  const { label, color } = STATUS_WORDS[status];
  return (
    <Badge variant="light" color={color} size="sm" tt="none">
      {label}
    </Badge>
  );
}

/** A contact on a phone. */
export function contactCard(contact: Contact) {
  return (
    <>
      <Text fw={600}>{nameOf(contact)}</Text>
      {contact.name !== "" && <Text size="sm">{contact.email}</Text>}
      {contact.phone && <Text size="sm">{contact.phone}</Text>}
      <Marks contact={contact} />
      <Text size="xs" c="dimmed" mt={4}>
        {countryName(contact.country)} ·{" "}
        <time dateTime={contact.created_at}>{whenWords(contact.created_at)}</time>
      </Text>
    </>
  );
}
