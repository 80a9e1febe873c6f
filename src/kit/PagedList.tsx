import { Stack } from "@mantine/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryState } from "./QueryState.tsx";
import { ShowMoreButton } from "./ShowMoreButton.tsx";

interface PagedListProps<Item> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  /** Shown if loading fails for an unknown reason. */
  failure: string;
  empty: ReactNode;
  /** Must return an `li` with a key. */
  row: (item: Item) => ReactNode;
  /** In place of one gray box. */
  waiting?: ReactNode;
}

/** A list with a button for more, and with loading, error, and empty states. */
export function PagedList<Item>({ list, failure, empty, row, waiting }: PagedListProps<Item>) {
  if (!list.data) return <QueryState query={list} failure={failure} height={96} waiting={waiting} />;
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {items.map(row)}
      </Stack>
      <ShowMoreButton list={list} mt="xs" />
    </>
  );
}
