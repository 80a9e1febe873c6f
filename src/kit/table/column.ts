import type { ReactNode } from "react";
import type { Selection } from "./selection.ts";
import type { RowSelection } from "./use-row-selection.ts";
import type { TableView } from "./view.ts";

export interface Column<Row> {
  id: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** The server's sort key, and the name of each order, such as `A to Z`. */
  sort?: { by: string; asc: string; desc: string };
  className?: string | undefined;
}

export interface RowsProps<Row extends { id: string }> {
  /** Describes the rows to screen readers, such as `Leads`. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  card: (row: Row) => ReactNode;
  onOpen: (row: Row) => void;
  view: TableView;
  /** The sort order if the view doesn't set one. */
  usualSort: TableView["sort"];
  onView: (view: TableView) => void;
  /** Undefined if there are no actions for a selection. */
  selection: Selection | undefined;
  picking: RowSelection;
  /** False while there are more rows to load. */
  isWhole: boolean;
}
