import "../deferred.css";
import { Button, Skeleton, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { ErrorPanel } from "../ErrorPanel.tsx";
import { Cards } from "./Cards.tsx";
import type { RowsProps } from "./column.ts";
import type { Selection } from "./selection.ts";
import { useRowSelection } from "./use-row-selection.ts";
import { WideTable } from "./WideTable.tsx";

export interface DataTableProps<Row extends { id: string }>
  extends Omit<RowsProps<Row>, "rows" | "picking" | "isWhole"> {
  /** The rows loaded so far, or undefined before the first load. */
  rows: readonly Row[] | undefined;
  onSelection: (selection: Selection) => void;
  /** Shown when there are no rows. */
  empty: ReactNode;
  loading: {
    error: unknown;
    failure: string;
    onRetry: () => void;
    /** Undefined when everything is loaded. */
    onMore?: (() => void) | undefined;
    isLoadingMore: boolean;
    /** Set while rows of the previous search are still shown. */
    isOld: boolean;
  };
}

/** True if there's room for a table. Narrower screens show cards. */
export function useRoomForTable(): boolean {
  return useMediaQuery("(min-width: 68em)", true, { getInitialValueInEffect: false });
}

/**
 * A list of any length, loaded page by page: a table if there's room, cards on a phone. Rows can be selected
 * by mouse, touch, and keyboard (arrows, Space, Shift for ranges, Enter to open, Escape to deselect).
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { rows, selection, onSelection, onOpen, empty, label, loading } = props;
  const isWide = useRoomForTable();
  const picking = useRowSelection({ rows: rows ?? [], selection, onSelection, onOpen });
  if (!rows && loading.error) {
    return <ErrorPanel error={loading.error} fallback={loading.failure} onRetry={loading.onRetry} />;
  }
  if (!rows) return <Loading label={label} />;
  if (rows.length === 0) return empty;
  const Rows = isWide ? WideTable : Cards;
  return (
    <Stack
      gap="md"
      align="center"
      style={loading.isOld ? { opacity: 0.6 } : undefined}
      aria-busy={loading.isOld}
    >
      <Rows {...props} rows={rows} picking={picking} isWhole={!loading.onMore} />
      {loading.onMore && (
        <Button variant="default" loading={loading.isLoadingMore} onClick={loading.onMore}>
          Show more
        </Button>
      )}
    </Stack>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <Stack gap="xs" role="status" aria-label={`Loading ${label.toLowerCase()}`}>
      {["a", "b", "c", "d", "e"].map((key) => (
        <Skeleton key={key} h={56} radius="md" />
      ))}
    </Stack>
  );
}
