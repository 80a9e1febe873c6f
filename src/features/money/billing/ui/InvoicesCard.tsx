import { Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dollars } from "#src/features/money/entitlements/price-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { formatBillingDay } from "./plan-labels.ts";
import { subscriptionsApi } from "./shared/subscription-queries.ts";

const STATUS = {
  paid: { color: "teal", label: "Paid" },
  open: { color: "orange", label: "Open" },
  uncollectible: { color: "gray", label: "Not paid" },
} as const;

export function InvoicesCard() {
  return (
    <Card title="Invoices">
      <InvoiceList />
    </Card>
  );
}

function InvoiceList() {
  const query = useQuery(subscriptionsApi.invoices.queryOptions());
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t load your invoices." height={48} />;
  if (data.items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Your first invoice will be here.
      </Text>
    );
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
      {data.items.map(({ number, at, total_cents, discount_cents, status, url }) => (
        <li key={number}>
          <Group justify="space-between" gap="xs">
            <Stack gap={0}>
              <Text size="sm" fw={600}>
                {formatBillingDay(at)}
              </Text>
              {url ? (
                <Anchor size="xs" href={url} target="_blank" rel="noreferrer">
                  {number}
                </Anchor>
              ) : (
                <Text size="xs" c="dimmed">
                  {number}
                </Text>
              )}
              {discount_cents > 0 && <Text size="xs">{dollars(discount_cents)} off</Text>}
            </Stack>
            <Group gap="xs">
              <Text size="sm">{dollars(total_cents)}</Text>
              <Badge variant="light" color={STATUS[status].color}>
                {STATUS[status].label}
              </Badge>
            </Group>
          </Group>
        </li>
      ))}
    </Stack>
  );
}
