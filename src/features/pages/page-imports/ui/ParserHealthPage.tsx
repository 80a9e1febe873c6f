import "#src/kit/deferred.css";
import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ParserHealth, parserHealthContract } from "#src/features/pages/page-imports/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone: "UTC" });

const api = clientFor("pageImports", parserHealthContract);

/** `/admin/page-imports`: how often pages of each service could be read. */
export function ParserHealthPage() {
  const query = useQuery(api.listHealth.queryOptions());
  return (
    <>
      <PageTitle title="Page imports">
        How often pages of each service could be read, in the last 90 days
      </PageTitle>
      {query.data ? (
        <Services items={query.data.items} />
      ) : (
        <QueryState query={query} failure="We couldn’t load the figures." height={240} />
      )}
    </>
  );
}

function Services({ items }: { items: readonly ParserHealth[] }) {
  if (items.length === 0)
    return (
      <EmptyPanel
        icon={<IconFileImport />}
        title="No imports yet"
        description="When people bring their pages from elsewhere, you can see here whether that works, service by service."
      />
    );
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {items.map((item) => (
        <ServiceRow key={item.service} item={item} />
      ))}
    </Stack>
  );
}

function ServiceRow({ item }: { item: ParserHealth }) {
  const { label, attempts, successes, links, recent_attempts, recent_successes, last_success } = item;
  const share = Math.round((100 * successes) / attempts);
  const each = successes === 0 ? 0 : Math.round(links / successes);
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <Stack gap={4}>
        <Group gap="xs">
          <Text fw={600}>{label}</Text>
          {item.is_failing && (
            <Badge size="sm" variant="light" color="red">
              Failing lately
            </Badge>
          )}
        </Group>
        <Text size="sm">
          {`${formatNumber(successes)} of ${formatNumber(attempts)} read (${share}%)`}
          {each > 0 && ` · ${plural(each, "link")} each`}
        </Text>
        <Text size="sm" c="dimmed">
          {recent_attempts === 0
            ? "Nobody tried in the last 7 days"
            : `In the last 7 days: ${formatNumber(recent_successes)} of ${formatNumber(recent_attempts)}`}
          {last_success === null ? " · never read" : ` · last read ${DAY.format(new Date(last_success))}`}
        </Text>
      </Stack>
    </Paper>
  );
}
