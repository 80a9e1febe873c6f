import { Button, type ButtonProps } from "@mantine/core";

interface ShowMoreButtonProps extends ButtonProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the next page of the list above it, as long as there is one. */
export function ShowMoreButton({ list, ...button }: ShowMoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
      {...button}
    >
      Show more
    </Button>
  );
}
