import { Alert, Button } from "@mantine/core";
import { IconShieldExclamation } from "@tabler/icons-react";
import { plural } from "#src/kit/plural.ts";
import type { Analytics } from "../contract.ts";

interface SuspectedNoteProps {
  suspected: Analytics["suspected"];
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
}

const ONE = {
  true: "A single network sent far more than people would, so it’s usually left out of your figures.",
  false: "A single network sent far more than people would, so it’s not in your figures.",
};
const SEVERAL = {
  true: "A single network sent far more than people would, so they’re usually left out of your figures.",
  false: "A single network sent far more than people would, so they’re not in your figures.",
};

function titleOf(views: number, clicks: number): string {
  const clickWords = plural(clicks, "click looks suspicious", "clicks look suspicious");
  if (views === 0) return clickWords;
  if (clicks === 0) return plural(views, "view looks suspicious", "views look suspicious");
  return `${plural(views, "view")} and ${plural(clicks, "click")} look suspicious`;
}

/**
 * Shows how many events were set aside because one network sent too many, and only counted. Shows nothing if
 * none were.
 */
export function SuspectedNote({ suspected: { views, clicks }, isIncluded, onInclude }: SuspectedNoteProps) {
  if (views + clicks === 0) return null;
  const isOne = views + clicks === 1;
  return (
    <Alert
      color="brass"
      variant="light"
      mb="sm"
      icon={<IconShieldExclamation />}
      title={titleOf(views, clicks)}
    >
      {isOne ? ONE[`${isIncluded}`] : SEVERAL[`${isIncluded}`]}{" "}
      <Button variant="subtle" size="compact-sm" onClick={() => onInclude(!isIncluded)}>
        {isIncluded ? "Leave out" : "Include"}
      </Button>
    </Alert>
  );
}
