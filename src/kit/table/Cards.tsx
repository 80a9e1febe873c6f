import { Card, Checkbox, NativeSelect, UnstyledButton } from "@mantine/core";
import { Fragment, useRef } from "react";
import type { RowsProps } from "./column.ts";
import classes from "./DataTable.module.css";
import { isPicked } from "./selection.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";
import type { TableView } from "./view.ts";

const CARD_PX = 110;
/** Must match the styles. */
const GAP_PX = 10;

/**
 * The same rows where there's no room for a table. A field above them sorts them, since there are no
 * headings.
 */
export function Cards<Row extends { id: string }>(props: RowsProps<Row>) {
  const { rows, selection, picking, card, nameOf, onOpen, label, isWhole } = props;
  const list = useRef<HTMLUListElement>(null);
  const { shown, after, measure } = useVirtualRows({
    place: list,
    rows,
    current: picking.current,
    rowHeight: CARD_PX,
    gap: GAP_PX,
  });
  return (
    <>
      <SortField {...props} />
      <ul ref={list} className={classes.cards} aria-label={label}>
        {shown.map(({ index, space }) => {
          const row = rows[index];
          if (!row) return null;
          const isOn = selection !== undefined && isPicked(selection, row.id);
          return (
            <Fragment key={row.id}>
              <Space height={space} />
              <Card
                ref={measure}
                component="li"
                p={0}
                className={classes.item}
                data-index={index}
                data-on={isOn || undefined}
                aria-setsize={isWhole ? rows.length : -1}
                aria-posinset={index + 1}
                onFocus={() => picking.onFocus(index)}
              >
                {selection && (
                  <Checkbox
                    size="md"
                    className={classes.check}
                    aria-label={`Select ${nameOf(row)}`}
                    checked={isOn}
                    onChange={(event) => picking.onCheck(index, event)}
                  />
                )}
                <UnstyledButton className={classes.card} onClick={() => onOpen(row)}>
                  {card(row)}
                </UnstyledButton>
              </Card>
            </Fragment>
          );
        })}
        <Space height={after} />
      </ul>
    </>
  );
}

/** Takes up the height of omitted cards. */
function Space({ height }: { height: number }) {
  return height > 0 && <li aria-hidden style={{ height }} />;
}

type SortFieldProps<Row extends { id: string }> = Pick<
  RowsProps<Row>,
  "columns" | "view" | "usualSort" | "onView"
>;

function SortField<Row extends { id: string }>({ columns, view, usualSort, onView }: SortFieldProps<Row>) {
  const orders = columns.flatMap(({ sort }) =>
    sort ? (["asc", "desc"] as const).map((order) => ({ by: sort.by, order, label: sort[order] })) : [],
  );
  if (orders.length < 2) return null;
  const nameOf = (sort: TableView["sort"]) => (sort ? `${sort.by} ${sort.order}` : "");
  return (
    <NativeSelect
      w="100%"
      aria-label="Sort by"
      value={nameOf(view.sort ?? usualSort)}
      data={orders.map((sort) => ({ value: nameOf(sort), label: sort.label }))}
      onChange={({ currentTarget }) => {
        const sort = orders.find((one) => nameOf(one) === currentTarget.value);
        onView({ ...view, sort: sort && { by: sort.by, order: sort.order } });
      }}
    />
  );
}
