import "@mantine/dates/styles.css";
import { Alert, Radio, Stack, TextInput } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { IconClockOff } from "@tabler/icons-react";
import { useId } from "react";
import { COUNTDOWN_DEFAULT_MINUTES, type Deadline } from "#src/features/pages/profiles/page/promotion.ts";
import { CALENDAR_LABELS } from "#src/kit/calendar-labels.ts";
import { calendarLocale } from "#src/kit/calendar-locale.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { currentZone } from "#src/kit/zone.ts";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { formatDeadline, fromPickerTime, toPickerTime } from "./picker-time.ts";

const HAS_AM_PM = new Intl.DateTimeFormat(LOCALE, { hour: "numeric" }).resolvedOptions().hour12 === true;

const DEADLINE_TEXTS: Record<Deadline, { label: string; description: string }> = {
  restart: { label: "Restart on every visit", description: "Each visit gets the full time." },
  visitor: { label: "Once per visitor", description: "Returning visitors pick up where they left off." },
  fixed: { label: "Until a date", description: "It ends for everyone at the same time." },
};

const TIME_PROPS = {
  format: HAS_AM_PM ? "12h" : "24h",
  hoursInputLabel: "Hours",
  minutesInputLabel: "Minutes",
  amPmInputLabel: "AM or PM",
} as const;

export function DeadlineFields({ form }: { form: ProfileForm }) {
  const { deadline } = form.values.promotion_settings;
  return (
    <>
      <Radio.Group label="Countdown" size="md" {...form.getInputProps("promotion_settings.deadline")}>
        <Stack gap="sm" mt="xs">
          {(Object.keys(DEADLINE_TEXTS) as Deadline[]).map((value) => (
            <Radio key={value} value={value} {...DEADLINE_TEXTS[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {deadline === "fixed" ? (
        <EndField form={form} />
      ) : (
        <TextInput
          label="Minutes"
          inputMode="numeric"
          placeholder={String(COUNTDOWN_DEFAULT_MINUTES)}
          w={{ base: "100%", xs: 200 }}
          {...form.getInputProps("promotion_settings.countdownDuration")}
        />
      )}
    </>
  );
}

function EndField({ form }: { form: ProfileForm }) {
  const id = useId();
  const { ends_at } = form.values.promotion_settings;
  // Opening the picker takes the focus away, so the field is checked only when the form is saved.
  const { error } = form.getInputProps("promotion_settings.ends_at");
  const isOver = ends_at !== null && new Date(ends_at).getTime() <= Date.now();
  return (
    <>
      <DateTimePicker
        id={id}
        // Names the popover after the field.
        popoverProps={{ id }}
        label="Ends"
        description={`Time zone: ${currentZone()}`}
        placeholder="Date and time"
        size="md"
        valueFormat={formatDeadline}
        {...calendarLocale()}
        defaultTimeValue="23:59"
        clearable
        hideOutsideDates
        ariaLabels={CALENDAR_LABELS}
        clearButtonProps={{ "aria-label": "Clear" }}
        submitButtonProps={{ "aria-label": "Done" }}
        timePickerProps={TIME_PROPS}
        w={{ base: "100%", xs: 320 }}
        data-path="promotion_settings.ends_at"
        value={toPickerTime(ends_at)}
        error={error}
        onChange={(value) => form.setFieldValue("promotion_settings.ends_at", fromPickerTime(value))}
      />
      {isOver && (
        <Alert color="brass" variant="light" py="xs" icon={<IconClockOff size={20} />} role="status">
          This date has passed, so visitors don’t see the banner.
        </Alert>
      )}
    </>
  );
}
