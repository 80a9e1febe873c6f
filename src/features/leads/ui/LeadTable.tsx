import { Anchor, Card, Table, Text, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { siteOf } from "#src/lib/referrers.ts";
import type { Lead } from "../contract.ts";
import classes from "./Leads.module.css";
import { countryName, sourceName, whenWords } from "./lead-words.ts";

interface LeadTableProps {
  leads: readonly Lead[];
  onOpen: (lead: Lead) => void;
}

/** The list: a table where one fits, cards on a phone. */
export function LeadTable(props: LeadTableProps) {
  const isWide = useMediaQuery("(min-width: 68em)", true, { getInitialValueInEffect: false });
  return isWide ? <WideTable {...props} /> : <Cards {...props} />;
}

function WideTable({ leads, onOpen }: LeadTableProps) {
  return (
    <Card p={0} className={classes.table}>
      <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>E-mail</Table.Th>
            <Table.Th>Phone</Table.Th>
            <Table.Th>Source</Table.Th>
            <Table.Th>Country</Table.Th>
            <Table.Th>When</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {leads.map((lead) => (
            <Table.Tr key={lead.id}>
              <Table.Td className={classes.words}>
                <UnstyledButton className={classes.name} onClick={() => onOpen(lead)}>
                  {lead.name}
                </UnstyledButton>
              </Table.Td>
              <Table.Td className={classes.words}>
                <Anchor href={mailTo(lead.email)} size="sm">
                  {lead.email}
                </Anchor>
              </Table.Td>
              <Table.Td className={classes.phone}>{lead.phone ?? "–"}</Table.Td>
              <Table.Td>
                <Source lead={lead} />
              </Table.Td>
              <Table.Td>{countryName(lead.country)}</Table.Td>
              <Table.Td className={classes.when}>
                <time dateTime={lead.created_at}>{whenWords(lead.created_at)}</time>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function Cards({ leads, onOpen }: LeadTableProps) {
  return (
    <ul className={classes.cards}>
      {leads.map((lead) => (
        <Card key={lead.id} component="li" p={0}>
          <UnstyledButton className={classes.card} onClick={() => onOpen(lead)}>
            <Text fw={600}>{lead.name}</Text>
            <Text size="sm">{lead.email}</Text>
            {lead.phone && <Text size="sm">{lead.phone}</Text>}
            <Text size="xs" c="dimmed" mt={4}>
              {lead.profile_name} · {countryName(lead.country)} ·{" "}
              <time dateTime={lead.created_at}>{whenWords(lead.created_at)}</time>
            </Text>
          </UnstyledButton>
        </Card>
      ))}
    </ul>
  );
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

/** An e-mail address with quotes or a question mark stays one address. */
export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
