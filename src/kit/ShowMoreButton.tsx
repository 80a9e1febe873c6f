import { Button, type ButtonProps } from "@mantine/core";

interface ShowMoreButtonProps extends ButtonProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Below a list: loads its next page, as long as there is one. */
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
