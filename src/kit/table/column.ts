import type { ReactNode } from "react";
import type { Selection } from "./selection.ts";
import type { RowSelection } from "./use-row-selection.ts";
import type { TableView } from "./view.ts";

export interface Column<Row> {
  id: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** The server's sort key, and what each order is called, such as `A to Z`. */
  sort?: { by: string; asc: string; desc: string };
  className?: string | undefined;
}

/** What table and cards have in common. */
export interface RowsProps<Row extends { id: string }> {
  /** What the rows are, for screen readers, such as `Leads`. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  card: (row: Row) => ReactNode;
  onOpen: (row: Row) => void;
  view: TableView;
  /** How the list is sorted if the view doesn't say. */
  usualSort: TableView["sort"];
  onView: (view: TableView) => void;
  /** Undefined if there's nothing to do with a selection. */
  selection: Selection | undefined;
  picking: RowSelection;
  /** False while there are more rows to load. */
  isWhole: boolean;
}
