import { Button, Skeleton, Stack } from "@mantine/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPanel } from "./ErrorPanel.tsx";

interface PagedListProps<Item> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  /** Shown if loading fails for an unknown reason. */
  fallback: string;
  empty: ReactNode;
  /** Must return an `li` with a key. */
  row: (item: Item) => ReactNode;
}

/** A list with a button for more, and with loading, error, and empty states. */
export function PagedList<Item>({ list, fallback, empty, row }: PagedListProps<Item>) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  if (!data && error) return <ErrorPanel error={error} fallback={fallback} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={96} radius="lg" />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {items.map(row)}
      </Stack>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
