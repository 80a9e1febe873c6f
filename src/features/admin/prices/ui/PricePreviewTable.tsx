import { Stack, Table, Text } from "@mantine/core";
import { dollars } from "#src/features/money/entitlements/price-rules.ts";
import { formatNumber } from "#src/kit/plural.ts";
import type { PricePreview } from "../contract.ts";

interface PricePreviewTableProps {
  preview: PricePreview | undefined;
  isInvalid: boolean;
}

/** What some quantities cost now and then. */
export function PricePreviewTable({ preview, isInvalid }: PricePreviewTableProps) {
  if (!preview)
    return (
      <Text size="sm" c="dimmed" role="status">
        {isInvalid
          ? "Once the tiers are right, you see what they come to."
          : "Working out what they come to…"}
      </Text>
    );
  return (
    <Stack gap="xs">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Units</Table.Th>
            <Table.Th ta="end">Now, per month</Table.Th>
            <Table.Th ta="end">Then</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview.examples.map(({ units, before_cents, after_cents }) => (
            <Table.Tr key={units}>
              <Table.Td>{formatNumber(units)}</Table.Td>
              <Table.Td ta="end">{dollars(before_cents)}</Table.Td>
              <Table.Td ta="end" fw={after_cents === before_cents ? undefined : 600}>
                {dollars(after_cents)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" role="status">
        {keepersText(preview.subscribers)}
      </Text>
    </Stack>
  );
}

function keepersText(subscribers: number): string {
  if (subscribers === 0) return "Nobody has premium yet.";
  if (subscribers === 1) return "One premium account keeps its prices.";
  return `${formatNumber(subscribers)} premium accounts keep their prices.`;
}
