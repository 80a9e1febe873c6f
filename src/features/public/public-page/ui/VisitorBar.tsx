import { Button, SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useId, useState } from "react";
import { IN_APP_BROWSERS } from "#src/features/pages/in-app-browsers/rules.ts";
import { NO_APP } from "#src/features/pages/links/page/access.ts";
import { languageChoices } from "#src/features/pages/links/ui/shared/language-choices.ts";
import { countryChoices } from "#src/kit/country-choices.ts";
import { isWallTime } from "#src/lib/time-zones.ts";
import {
  ANYONE,
  COLORS_LABELS,
  DEVICE_LABELS,
  type SimulatedColors,
  type SimulatedDevice,
  type SimulatedVisitor,
  simulate,
  summaryOf,
} from "./simulated-visitor.ts";
import classes from "./VisitorBar.module.css";

/** Says whose visit the preview shows, and lets one choose another. */
export function VisitorBar({ visitor }: { visitor: SimulatedVisitor }) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const summary = summaryOf(visitor);
  return (
    <div className={classes.bar}>
      <div className={classes.line}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.who}
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.words}>
            As seen by <b>{summary.length > 0 ? summary.join(" · ") : "anyone, now"}</b>
          </span>
        </Button>
        {summary.length > 0 && (
          <Button variant="default" size="compact-sm" flex="none" onClick={() => simulate(ANYONE)}>
            Reset
          </Button>
        )}
      </div>
      <div id={panel}>{isOpen && <VisitorFields visitor={visitor} />}</div>
    </div>
  );
}

const choicesOf = <Key extends string>(labels: Readonly<Record<Key, string>>) =>
  (Object.keys(labels) as Key[]).map((value) => ({ value, label: labels[value] }));

const APPS = [
  { value: NO_APP, label: "A browser of their own" },
  ...IN_APP_BROWSERS.map(({ key, label }) => ({ value: key, label })),
];

function VisitorFields({ visitor }: { visitor: SimulatedVisitor }) {
  return (
    <Stack gap="xs" className={classes.panel}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Device"
        data={choicesOf(DEVICE_LABELS)}
        value={visitor.device}
        onChange={(device) => simulate({ device: device as SimulatedDevice })}
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Preview in"
        data={choicesOf(COLORS_LABELS)}
        value={visitor.colors}
        onChange={(colors) => simulate({ colors: colors as SimulatedColors })}
      />
      <Select
        size="sm"
        label="Country"
        placeholder="Unknown"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Any country" }}
        data={countryChoices([])}
        value={visitor.country}
        onChange={(country) => simulate({ country })}
      />
      <Select
        size="sm"
        label="App"
        searchable
        allowDeselect={false}
        data={APPS}
        disabled={visitor.device === "desktop"}
        value={visitor.app}
        onChange={(app) => simulate({ app: app ?? NO_APP })}
      />
      <Select
        size="sm"
        label="Language"
        placeholder="Unknown"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Any language" }}
        data={languageChoices()}
        value={visitor.language}
        onChange={(language) => simulate({ language })}
      />
      <TextInput
        size="sm"
        type="datetime-local"
        label="Date and time"
        value={visitor.wall ?? ""}
        onChange={({ currentTarget: { value } }) => simulate({ wall: isWallTime(value) ? value : null })}
      />
    </Stack>
  );
}
