import { Button, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import type { BreakdownName } from "../contract.ts";
import classes from "./analytics.module.css";
import { type BreakdownRow, breakdownLabel } from "./breakdown-label.ts";
import type { BreakdownTab } from "./breakdown-tab.ts";
import { formatCount } from "./shared/numbers.ts";

interface BreakdownTableProps {
  tab: BreakdownTab;
  rows: BreakdownRow[];
  onFilter: (dimension: BreakdownName, value: string) => void;
}

const ROWS_AT_FIRST = 6;
const ROWS_MORE = 20;

/** One breakdown, largest first. Each bar's length is relative to the largest. */
export function BreakdownTable({ tab, rows, onFilter }: BreakdownTableProps) {
  const [shown, setShown] = useState(ROWS_AT_FIRST);
  if (rows.length === 0) {
    return (
      <Text c="dimmed" size="sm" py="lg" ta="center">
        {tab.empty}
      </Text>
    );
  }
  // Links have no views, so they're ranked by clicks. Everything else is ranked by visitors.
  const withViews = rows.some(({ views = 0 }) => views > 0);
  const measure = ({ views = 0, clicks }: BreakdownRow) => (withViews ? views : clicks);
  const ranked = rows.toSorted((a, b) => measure(b) - measure(a) || b.clicks - a.clicks);
  const largest = Math.max(1, ...ranked.map(measure));
  return (
    <>
      <table className={classes.breakdown}>
        <thead>
          <tr>
            <th scope="col">{tab.column}</th>
            {withViews && <th scope="col">Views</th>}
            <th scope="col">Clicks</th>
          </tr>
        </thead>
        <tbody>
          {ranked.slice(0, shown).map((row) => (
            <tr key={row.key}>
              <NameCell tab={tab} row={row} share={measure(row) / largest} onFilter={onFilter} />
              {withViews && <td>{formatCount(row.views ?? 0)}</td>}
              <td>{formatCount(row.clicks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {ranked.length > shown && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          className={classes.more}
          onClick={() => setShown(shown + ROWS_MORE)}
        >
          Show more ({formatCount(ranked.length - shown)})
        </Button>
      )}
    </>
  );
}

interface NameCellProps extends Pick<BreakdownTableProps, "tab" | "onFilter"> {
  row: BreakdownRow;
  share: number;
}

/** The row's name, which limits the whole screen to it. */
function NameCell({ tab, row, share, onFilter }: NameCellProps) {
  const { text, flag, detail } = breakdownLabel(tab.name, row);
  return (
    <th scope="row">
      <span className={classes.bar} style={{ width: `${share * 100}%` }} />
      <UnstyledButton
        className={classes.name}
        title={detail ? `${text}, ${detail}` : text}
        onClick={() => onFilter(tab.name, row.key)}
      >
        {flag && (
          <span aria-hidden="true" className={classes.flag}>
            {flag}
          </span>
        )}
        <bdi>{text}</bdi>
        {detail && <small data-place={tab.name === "link" || undefined}> {detail}</small>}
        <VisuallyHidden>. Show only this</VisuallyHidden>
      </UnstyledButton>
    </th>
  );
}
