import { ScrollArea, Table } from "@mantine/core";
import { LOCALE } from "#src/kit/locale.ts";
import type { DmarcSource } from "../reports/reports-contract.ts";

const NUMBER = new Intl.NumberFormat(LOCALE);
const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 });

/** The addresses that sent in the name of the account's domains. Narrow screens scroll it. */
export function SourcesTable({ sources }: { sources: readonly DmarcSource[] }) {
  return (
    <ScrollArea.Autosize
      mah={480}
      type="auto"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Sources of e-mail in your name" }}
    >
      <Table stickyHeader fz="sm" verticalSpacing={6} mb="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Source</Table.Th>
            <Table.Th scope="col">Domain</Table.Th>
            <Table.Th scope="col" ta="right">
              Messages
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Passed
            </Table.Th>
            <Table.Th scope="col" ta="right">
              SPF
            </Table.Th>
            <Table.Th scope="col" ta="right">
              DKIM
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Stopped
            </Table.Th>
            <Table.Th scope="col">Reported by</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sources.map((source) => (
            <SourceRow key={`${source.source_ip} ${source.host}`} source={source} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

function SourceRow({ source }: { source: DmarcSource }) {
  const { source_ip, host, messages, aligned, spf_aligned, dkim_aligned, stopped, orgs } = source;
  const share = (part: number) => PERCENT.format(messages > 0 ? part / messages : 0);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500} style={{ overflowWrap: "anywhere", minWidth: 120 }}>
        {source_ip}
      </Table.Th>
      <Table.Td>{host}</Table.Td>
      <Table.Td ta="right">{NUMBER.format(messages)}</Table.Td>
      <Table.Td ta="right">{share(aligned)}</Table.Td>
      <Table.Td ta="right">{share(spf_aligned)}</Table.Td>
      <Table.Td ta="right">{share(dkim_aligned)}</Table.Td>
      <Table.Td ta="right">{NUMBER.format(stopped)}</Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere", minWidth: 160 }}>{orgs.join(", ")}</Table.Td>
    </Table.Tr>
  );
}
