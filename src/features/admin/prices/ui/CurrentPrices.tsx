import { Badge, Button, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { dollars, rangeOf } from "#src/features/money/entitlements/price-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import type { Prices } from "../contract.ts";

const PricesDialog = lazyDialog(async () => (await import("./PricesDialog.tsx")).PricesDialog);

/** What counts for whoever buys now. */
export function CurrentPrices({ prices: { current, lists } }: { prices: Prices }) {
  const [changing, change] = useDisclosure(false);
  const list = lists.find(({ number }) => number === current);
  if (!list) return null;
  return (
    <Card
      title={`What counts now: list ${current}`}
      text="The price of the tier that someone reaches counts for all their units. Where more units would cost less, they get more."
      action={<Button onClick={change.open}>Change prices</Button>}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Units</Table.Th>
            <Table.Th ta="end">Each per month</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.tiers.map((tier) => (
            <Table.Tr key={tier.from}>
              <Table.Td>
                {rangeOf(tier, formatNumber)}{" "}
                {tier.from === list.most_popular_from && (
                  <Badge size="sm" variant="light" tt="none" ml="xs">
                    Most popular
                  </Badge>
                )}
              </Table.Td>
              <Table.Td ta="end">{dollars(tier.unit_cents)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        Before discounts and taxes
      </Text>
      <PricesDialog opened={changing} onClose={change.close} start={list} />
    </Card>
  );
}
