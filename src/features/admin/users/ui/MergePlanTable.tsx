import { List, Stack, Table, Text } from "@mantine/core";
import type { MergePlan } from "#src/features/admin/users/merges/merge-contract.ts";
import { displayedTotal, estimateLabel, formatNumber } from "#src/kit/plural.ts";
import { GO_PATH } from "#src/lib/paths.ts";

/** What a merge does with each kind of data, which links get another name, and what there will be too much of. */
export function MergePlanTable({ plan, target }: { plan: MergePlan; target: string }) {
  const { source, moves, stays, renamed, over, grace_days } = plan;
  return (
    <Stack gap="sm" style={{ overflowWrap: "anywhere" }}>
      <Text size="sm">
        The account {source.email} becomes part of {target}.{" "}
        {renamed.length === 0
          ? "Visitors notice nothing: pages, links, and domains keep their addresses."
          : "Pages, domains, and all links but those below keep their addresses."}
      </Text>
      <Counts title="Moves" counts={moves} none="Nothing, because it’s empty" />
      {stays.length > 0 && <Counts title="Stays in the other account" counts={stays} none="" />}
      <Text size="sm">
        The other account is closed at the end and deleted in {grace_days} days. Until then, whoever owns{" "}
        {target} can download what stays in it, by a link in their e-mail. Its owner can keep it: that brings
        back its settings, campaigns, and leads, but not its pages.
      </Text>
      {renamed.length > 0 && (
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            These links get another short name, because one of the account’s own links has it:
          </Text>
          <List size="sm">
            {renamed.map(({ title, name }) => (
              <List.Item key={name}>
                <span dir="auto">{title}</span> <code>{GO_PATH + name}</code>
              </List.Item>
            ))}
          </List>
        </Stack>
      )}
      {over.map(({ what, used, limit }) => (
        <Text key={what} size="sm">
          It will have {formatNumber(used)} active pages, where its plan allows {formatNumber(limit)}. It
          keeps all of them and can’t add more.
        </Text>
      ))}
    </Stack>
  );
}

interface CountsProps {
  title: string;
  counts: MergePlan["moves"];
  none: string;
}

function Counts({ title, counts, none }: CountsProps) {
  return (
    <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={0} captionSide="top">
      <Table.Caption ta="start" mt={0} c="inherit" fw={600}>
        {title}
      </Table.Caption>
      <Table.Tbody>
        {counts.length === 0 && (
          <Table.Tr>
            <Table.Td>{none}</Table.Td>
          </Table.Tr>
        )}
        {counts.map(({ label, count, is_estimate }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td ta="end">
              {estimateLabel(formatNumber(displayedTotal(count, is_estimate)), count, is_estimate)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
