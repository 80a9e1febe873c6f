import { Anchor, Text, UnstyledButton } from "@mantine/core";
import type { Column } from "#src/kit/table/column.ts";
import { whenWords } from "#src/kit/when.ts";
import { siteOf } from "#src/lib/referrers.ts";
import type { Lead } from "../contract.ts";
import classes from "./Leads.module.css";
import { countryName, mailTo, sourceName } from "./lead-words.ts";

/** What the list can show about a lead. */
export function leadColumns(onOpen: (lead: Lead) => void, isMasked: boolean): Column<Lead>[] {
  const sortBy = (by: string, title: string) =>
    isMasked ? {} : { sort: { by, asc: `${title}, A to Z`, desc: `${title}, Z to A` } };
  return [
    {
      id: "name",
      title: "Name",
      ...sortBy("name", "Name"),
      className: classes.words,
      render: (lead) => (
        <UnstyledButton className={classes.name} onClick={() => onOpen(lead)}>
          {lead.name}
        </UnstyledButton>
      ),
    },
    {
      id: "email",
      title: "E-mail",
      ...sortBy("email", "E-mail"),
      className: classes.words,
      render: ({ email }) =>
        isMasked ? (
          email
        ) : (
          <Anchor href={mailTo(email)} size="sm">
            {email}
          </Anchor>
        ),
    },
    { id: "phone", title: "Phone", className: classes.phone, render: ({ phone }) => phone ?? "–" },
    { id: "source", title: "Source", render: (lead) => <Source lead={lead} /> },
    { id: "country", title: "Country", render: ({ country }) => countryName(country) },
    {
      id: "when",
      title: "When",
      sort: { by: "created_at", asc: "Oldest first", desc: "Newest first" },
      className: classes.when,
      render: ({ created_at }) => <time dateTime={created_at}>{whenWords(created_at)}</time>,
    },
  ];
}

function Source({ lead }: { lead: Lead }) {
  return (
    <>
      {sourceName(lead.lead_source)}
      <Text size="xs" c="dimmed">
        {lead.profile_name}
        {lead.referrer_host && ` · from ${siteOf(lead.referrer_host).label}`}
      </Text>
    </>
  );
}

/** A lead on a phone. */
export function leadCard(lead: Lead) {
  return (
    <>
      <Text fw={600}>{lead.name}</Text>
      <Text size="sm">{lead.email}</Text>
      {lead.phone && <Text size="sm">{lead.phone}</Text>}
      <Text size="xs" c="dimmed" mt={4}>
        {lead.profile_name} · {countryName(lead.country)} ·{" "}
        <time dateTime={lead.created_at}>{whenWords(lead.created_at)}</time>
      </Text>
    </>
  );
}
