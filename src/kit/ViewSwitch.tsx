import { SegmentedControl } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./ViewSwitch.module.css";

interface ViewSwitchProps<View extends string> {
  views: readonly View[];
  labels: Readonly<Record<View, string>>;
  value: View;
  onChange: (view: View) => void;
}

/** Chooses what a screen shows. Where it doesn't fit, it scrolls sideways, with the chosen one in view. */
export function ViewSwitch<View extends string>({ views, labels, value, onChange }: ViewSwitchProps<View>) {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another label to bring into view
  useEffect(() => {
    const label = row.current?.querySelector("[data-active]");
    label?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [value]);
  return (
    <div ref={row} className={classes.row}>
      <SegmentedControl
        w="max-content"
        maw="none"
        aria-label="Show"
        data={views.map((view) => ({ value: view, label: labels[view] }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
