import "#src/kit/deferred.css";
import { Anchor, Checkbox, ScrollArea, Table } from "@mantine/core";
import type { Conversion, Row } from "../contract.ts";
import { metricsOf } from "./metrics.ts";

interface FiguresTableProps {
  /** Names the rows in the head of the first column. */
  title: string;
  rows: readonly (Row & Partial<Conversion>)[];
  /** Limits the figures to this row. */
  onPick?: ((key: string) => void) | undefined;
  chosen?: readonly string[];
  onChoose?: (key: string) => void;
  isFull?: boolean;
}

/** Rows with all figures. Narrow screens scroll it. */
export function FiguresTable({ title, rows, onPick, chosen, onChoose, isFull }: FiguresTableProps) {
  const metrics = metricsOf(rows);
  return (
    <ScrollArea.Autosize
      mah={480}
      type="auto"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": `Figures by ${title.toLowerCase()}` }}
    >
      {/* The margin keeps the scroll bar off the last row. */}
      <Table stickyHeader fz="sm" verticalSpacing={6} mb="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{title}</Table.Th>
            {metrics.map(({ key, short, definition }) => (
              <Table.Th
                key={key}
                scope="col"
                ta="right"
                data-hint={definition}
                style={{ whiteSpace: "nowrap" }}
              >
                {short}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Th scope="row" fw={500} miw={180} maw={280} style={{ overflowWrap: "anywhere" }}>
                <Name
                  row={row}
                  onPick={onPick}
                  isChosen={chosen?.includes(row.key)}
                  onChoose={onChoose}
                  isDisabled={isFull === true && !chosen?.includes(row.key)}
                />
              </Table.Th>
              {metrics.map(({ key, value, detail }) => (
                <Table.Td key={key} ta="right" data-hint={detail(row)} style={{ whiteSpace: "nowrap" }}>
                  {value(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

interface NameProps {
  row: Row;
  onPick: ((key: string) => void) | undefined;
  isChosen: boolean | undefined;
  onChoose: ((key: string) => void) | undefined;
  isDisabled: boolean;
}

function Name({ row: { key, label }, onPick, isChosen, onChoose, isDisabled }: NameProps) {
  const name = onPick ? (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onPick(key)}>
      {label}
    </Anchor>
  ) : (
    label
  );
  if (!onChoose) return name;
  return (
    <div style={{ display: "flex", gap: 10, alignItems: "center" }}>
      <Checkbox
        aria-label={`Compare ${label}`}
        checked={isChosen === true}
        disabled={isDisabled}
        onChange={() => onChoose(key)}
      />
      {name}
    </div>
  );
}
