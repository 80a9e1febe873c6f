import { Alert, Button } from "@mantine/core";
import { IconShieldExclamation } from "@tabler/icons-react";
import { plural } from "#src/kit/plural.ts";
import type { Analytics } from "../contract.ts";

interface SuspectedNoteProps {
  suspected: Analytics["suspected"];
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
}

/** Says how much was set aside because one network sent too much. Shows nothing if nothing was. */
export function SuspectedNote({ suspected: { views, clicks }, isIncluded, onInclude }: SuspectedNoteProps) {
  if (views + clicks === 0) return null;
  const counted = [views > 0 && plural(views, "view"), clicks > 0 && plural(clicks, "click")];
  const isOne = views + clicks === 1;
  return (
    <Alert
      color="brass"
      variant="light"
      mb="sm"
      icon={<IconShieldExclamation />}
      title={`${counted.filter(Boolean).join(" and ")} ${isOne ? "looks" : "look"} suspicious`}
    >
      A single network sent far more than people would, so {isOne ? "it’s" : "they’re"}{" "}
      {isIncluded ? "usually left out of" : "not in"} your figures.{" "}
      <Button variant="subtle" size="compact-sm" onClick={() => onInclude(!isIncluded)}>
        {isIncluded ? "Leave out" : "Include"}
      </Button>
    </Alert>
  );
}
