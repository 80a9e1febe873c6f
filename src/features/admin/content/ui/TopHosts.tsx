import { Anchor, Group, Paper, Text } from "@mantine/core";
import { IconWorldWww } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { plural } from "#src/kit/plural.ts";
import { contentApi } from "./content-queries.ts";

/** Where most links lead, counted every minute. */
export function TopHosts({ onOpen }: { onOpen: (host: string) => void }) {
  const list = useInfiniteQuery(
    contentApi.hosts.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
    }),
  );
  return (
    <PagedList
      list={list}
      failure="We couldn’t load the hosts."
      empty={
        <EmptyPanel
          icon={<IconWorldWww />}
          title="No hosts yet"
          description="Links are counted by where they lead, about a minute after they’re added."
        />
      }
      row={({ host, links }) => (
        <Paper key={host} component="li" withBorder radius="lg" px="md" py="sm">
          <Group justify="space-between" gap="sm" wrap="nowrap" style={{ overflowWrap: "anywhere" }}>
            <Anchor component="button" type="button" ta="start" onClick={() => onOpen(host)}>
              {host}
            </Anchor>
            <Text size="sm" style={{ flexShrink: 0 }}>
              {plural(links, "link")}
            </Text>
          </Group>
        </Paper>
      )}
    />
  );
}
