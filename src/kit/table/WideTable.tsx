import { Card, Checkbox, Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Fragment, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Column, RowsProps } from "./column.ts";
import classes from "./DataTable.module.css";
import { isPicked, type Selection } from "./selection.ts";
import { PLAIN_ROWS_MAX, useVirtualRows } from "./use-virtual-rows.ts";
import type { TableView } from "./view.ts";

const ROW_PX = 57;

/** The table itself. In a long table only the visible rows are in the document. */
export function WideTable<Row extends { id: string }>(props: RowsProps<Row>) {
  const { rows, view, selection, picking, label, nameOf } = props;
  const columns = view.columns.flatMap((id) => props.columns.find((column) => column.id === id) ?? []);
  const body = useRef<HTMLTableSectionElement>(null);
  const head = useRef<HTMLTableRowElement>(null);
  const { isLong, shown, after, measure } = useVirtualRows({
    place: body,
    rows,
    current: picking.current,
    rowHeight: ROW_PX,
  });
  const widths = useWidths(head, { isLong, key: view.columns.join() });
  // Render all rows once to measure the columns.
  const isMeasuring = isLong && !widths;
  const drawn = isMeasuring ? rows.slice(0, PLAIN_ROWS_MAX).map((_, index) => ({ index, space: 0 })) : shown;
  const width = columns.length + (selection ? 1 : 0);
  return (
    <Card p={0} className={classes.table}>
      <Table
        verticalSpacing="sm"
        horizontalSpacing="sm"
        highlightOnHover
        // On Mantine's own color, links are hard to read in dark mode.
        highlightOnHoverColor="var(--ground)"
        layout={isLong && widths ? "fixed" : "auto"}
        role="grid"
        aria-label={label}
        aria-multiselectable={selection && true}
        aria-rowcount={props.isWhole ? rows.length + 1 : -1}
        onKeyDown={picking.onKeyDown}
      >
        <Table.Thead>
          <Table.Tr ref={head} aria-rowindex={1}>
            {selection && (
              <Table.Th w={widths?.[0] ?? 1}>
                <PickAll rows={rows} selection={selection} onPick={picking.pickAll} />
              </Table.Th>
            )}
            {columns.map((column, place) => (
              <Heading
                key={column.id}
                column={column}
                width={widths?.[place + (selection ? 1 : 0)]}
                view={view}
                onView={props.onView}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {drawn.flatMap(({ index, space }) => {
            const row = rows[index];
            if (!row) return [];
            return (
              <Fragment key={row.id}>
                <Space height={space} width={width} />
                <Table.Tr ref={measure} data-index={index} {...picking.rowProps(index)}>
                  {selection && (
                    <Table.Td>
                      <Checkbox
                        aria-label={`Select ${nameOf(row)}`}
                        checked={isPicked(selection, row.id)}
                        onChange={(event) => picking.onCheck(index, event)}
                      />
                    </Table.Td>
                  )}
                  {columns.map((column) => (
                    <Table.Td key={column.id} className={column.className}>
                      {column.render(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              </Fragment>
            );
          })}
          <Space height={after} width={width} />
        </Table.Tbody>
      </Table>
    </Card>
  );
}

/** Takes up the height of omitted rows. */
function Space({ height, width }: { height: number; width: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={width} className={classes.space} style={{ height }} />
    </tr>
  );
}

interface PickAllProps {
  rows: readonly { id: string }[];
  selection: Selection;
  onPick: (isOn: boolean) => void;
}

function PickAll({ rows, selection, onPick }: PickAllProps) {
  const picked = rows.filter(({ id }) => isPicked(selection, id)).length;
  return (
    <Checkbox
      aria-label="Select all rows shown"
      checked={picked === rows.length}
      indeterminate={picked > 0 && picked < rows.length}
      onChange={() => onPick(picked < rows.length)}
    />
  );
}

/**
 * Measures the columns' widths with all rows in the document, as fractions of the table, so that they don't
 * move as rows come and go.
 */
function useWidths(head: RefObject<HTMLElement | null>, { isLong, key }: { isLong: boolean; key: string }) {
  const [measured, setMeasured] = useState<{ key: string; widths: string[] }>();
  const widths = measured?.key === key ? measured.widths : undefined;
  useLayoutEffect(() => {
    if (!isLong || widths || !head.current) return;
    const sizes = [...head.current.children].map((cell) => cell.getBoundingClientRect().width);
    const whole = sizes.reduce((sum, size) => sum + size, 0);
    setMeasured({ key, widths: sizes.map((size) => `${(100 * size) / whole}%`) });
  }, [isLong, widths, key, head]);
  return widths;
}

interface HeadingProps<Row> {
  column: Column<Row>;
  width: string | undefined;
  view: TableView;
  onView: (view: TableView) => void;
}

/** Sorts by its column, then in reverse, then not at all. */
function Heading<Row>({ column: { title, sort }, width, view, onView }: HeadingProps<Row>) {
  const size = width === undefined ? {} : { w: width };
  if (sort === undefined) return <Table.Th {...size}>{title}</Table.Th>;
  const order = view.sort?.by === sort.by ? view.sort.order : undefined;
  const next = { undefined: "asc", asc: "desc", desc: undefined }[String(order)] as
    | "asc"
    | "desc"
    | undefined;
  const Arrow = order === "desc" ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th
      {...size}
      aria-sort={order === undefined ? "none" : order === "asc" ? "ascending" : "descending"}
    >
      <UnstyledButton
        className={classes.heading}
        onClick={() => onView({ ...view, sort: next && { by: sort.by, order: next } })}
      >
        {title}
        <Arrow size={14} className={classes.arrow} data-on={order !== undefined || undefined} />
      </UnstyledButton>
    </Table.Th>
  );
}
