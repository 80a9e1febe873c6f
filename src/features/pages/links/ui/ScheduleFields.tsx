import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { Link } from "#src/features/pages/links/contract.ts";
import type { ScheduleWindow } from "#src/features/pages/links/page/access.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import { ZONE_CHOICES } from "#src/kit/zone-choices.ts";
import classes from "./LinkOptions.module.css";
import type { LinkFormValues } from "./link-form.ts";

interface ScheduleFieldsProps {
  form: UseFormReturnType<LinkFormValues>;
  /** The stored link, or undefined for a new one. */
  link: Link | undefined;
}

/** When a link is on the page, and when it ends for good. */
export function ScheduleFields({ form, link }: ScheduleFieldsProps) {
  const zone = form.useWatchValue("schedule_zone");
  const windows = form.useWatchValue("schedule_windows");
  const [endsAt, endsAfter] = [form.useWatchValue("expires_at"), form.useWatchValue("expires_clicks")];
  const opened = link?.expires_clicks ? link.opened_count : 0;
  return (
    <Stack>
      <div className={classes.pair}>
        <TextInput
          type="datetime-local"
          label="Visible from"
          key={form.key("schedule_from")}
          {...form.getInputProps("schedule_from")}
        />
        <TextInput
          type="datetime-local"
          label="Visible until"
          key={form.key("schedule_until")}
          {...form.getInputProps("schedule_until")}
        />
      </div>
      <Windows
        windows={windows}
        error={form.errors.schedule_windows}
        onChange={(changed) => form.setFieldValue("schedule_windows", changed)}
      />
      <Select
        size="md"
        label="Time zone"
        searchable
        allowDeselect={false}
        data={zoneChoices(zone)}
        value={zone}
        error={form.errors.schedule_zone}
        onChange={(chosen) => chosen && form.setFieldValue("schedule_zone", chosen)}
      />
      <div className={classes.pair}>
        <TextInput
          type="datetime-local"
          label="Expires"
          key={form.key("expires_at")}
          {...form.getInputProps("expires_at")}
        />
        <NumberInput
          size="md"
          label="Expires after"
          description={opened > 0 ? `${plural(opened, "visitor")} so far` : "A number of visitors"}
          inputWrapperOrder={["label", "input", "description", "error"]}
          placeholder="100"
          min={1}
          allowDecimal={false}
          allowNegative={false}
          value={endsAfter}
          error={form.errors.expires_clicks}
          onChange={(typed) => form.setFieldValue("expires_clicks", typeof typed === "number" ? typed : "")}
        />
      </div>
      {(endsAt !== "" || endsAfter !== "") && (
        <TextInput
          label="After that, it leads to"
          description="Without a URL here, the link leaves the page once it has expired."
          placeholder="example.com/sold-out"
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          key={form.key("expired_url")}
          {...form.getInputProps("expired_url")}
        />
      )}
    </Stack>
  );
}

/** Browsers list no zone by its other names, such as UTC. */
function zoneChoices(zone: string) {
  const isListed = ZONE_CHOICES.some(({ value }) => value === zone);
  return isListed ? ZONE_CHOICES : [{ value: zone, label: zone }, ...ZONE_CHOICES];
}

const MONDAY = Date.UTC(2024, 0, 1);
const DAY = new Intl.DateTimeFormat(LOCALE, { weekday: "short", timeZone: "UTC" });
const DAYS = Array.from({ length: 7 }, (_, at) => ({
  value: String(at + 1),
  label: DAY.format(MONDAY + at * 86_400_000),
}));
const WORKDAYS: ScheduleWindow = { days: [1, 2, 3, 4, 5], from: "09:00", until: "17:00" };
const WINDOWS_MAX = 20;

interface WindowsProps {
  windows: readonly ScheduleWindow[];
  error: React.ReactNode;
  onChange: (windows: ScheduleWindow[]) => void;
}

function Windows({ windows, error, onChange }: WindowsProps) {
  const change = (at: number, changes: Partial<ScheduleWindow>) =>
    onChange(windows.map((window, index) => (index === at ? { ...window, ...changes } : window)));
  return (
    <Stack gap="sm">
      {windows.map(({ days, from, until }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two windows may be alike, and each is its place in the list
        <fieldset key={`${at}/${windows.length}`} className={classes.lists}>
          <legend>
            <Text component="span" fw={600} size="sm">
              Every week
            </Text>
          </legend>
          <Checkbox.Group
            aria-label="Days"
            value={days.map(String)}
            onChange={(chosen) => change(at, { days: chosen.map(Number).sort() })}
          >
            <Group gap="sm">
              {DAYS.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
          <div className={classes.times}>
            <TextInput
              type="time"
              label="From"
              value={from}
              onChange={({ currentTarget: { value } }) => value && change(at, { from: value })}
            />
            <TextInput
              type="time"
              label="Until"
              value={until}
              onChange={({ currentTarget: { value } }) => value && change(at, { until: value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label="Remove these times"
              onClick={() => onChange(windows.filter((_, index) => index !== at))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </div>
          {until <= from && (
            <Text size="sm" c="dimmed">
              Until the next day.
            </Text>
          )}
        </fieldset>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      {windows.length < WINDOWS_MAX && (
        <Button
          variant="light"
          leftSection={<IconPlus size={18} />}
          onClick={() => onChange([...windows, WORKDAYS])}
        >
          Only at certain times of the week
        </Button>
      )}
    </Stack>
  );
}
