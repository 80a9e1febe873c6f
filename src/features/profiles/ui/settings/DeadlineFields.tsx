import { Alert, Radio, Stack, TextInput } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { IconClockOff } from "@tabler/icons-react";
import { COUNTDOWN_DEFAULT_MINUTES, type Deadline } from "#src/features/profiles/page/promotion.ts";
import { CALENDAR_LABELS } from "#src/kit/calendar-labels.ts";
import { calendarLocale } from "#src/kit/calendar-locale.ts";
import type { ProfileForm } from "../use-profile-form.ts";
import { clockTime, endWords, momentOf } from "./moments.ts";

const DEADLINE_TEXTS: Record<Deadline, { label: string; description: string }> = {
  restart: { label: "Starts anew", description: "The time runs from the start with every visit." },
  visitor: { label: "Once for each visitor", description: "It goes on where it was when they come back." },
  fixed: { label: "Until a fixed moment", description: "The same for everybody." },
};

/** When the promotion is over. */
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
  const { ends_at } = form.values.promotion_settings;
  const { error, onBlur } = form.getInputProps("promotion_settings.ends_at");
  const isOver = ends_at !== null && new Date(ends_at).getTime() <= Date.now();
  return (
    <>
      <DateTimePicker
        label="Ends"
        description={`Time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
        placeholder="Day and time"
        size="md"
        valueFormat={endWords}
        {...calendarLocale()}
        defaultTimeValue="23:59"
        clearable
        hideOutsideDates
        ariaLabels={CALENDAR_LABELS}
        clearButtonProps={{ "aria-label": "Clear" }}
        submitButtonProps={{ "aria-label": "Done" }}
        timePickerProps={{ hoursInputLabel: "Hours", minutesInputLabel: "Minutes" }}
        w={{ base: "100%", xs: 320 }}
        data-path="promotion_settings.ends_at"
        value={clockTime(ends_at)}
        error={error}
        onBlur={onBlur}
        onChange={(value) => form.setFieldValue("promotion_settings.ends_at", momentOf(value))}
      />
      {isOver && (
        <Alert color="brass" variant="light" py="xs" icon={<IconClockOff size={20} />} role="status">
          This moment is over: visitors do not see the banner.
        </Alert>
      )}
    </>
  );
}
