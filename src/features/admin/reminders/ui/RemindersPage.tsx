import "#src/kit/deferred.css";
import { Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { StudioTabs } from "#src/features/admin/notifications/ui/shared/studio-parts.ts";
import type { Reminder } from "#src/features/admin/reminders/contract.ts";
import { REMINDERS } from "#src/features/admin/reminders/rules.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { CHANNEL_LABELS } from "./channel-labels.ts";
import { ReminderEditor } from "./ReminderEditor.tsx";
import { remindersApi } from "./reminder-queries.ts";

/** `/admin/notifications/reminders`: what people are reminded of by rules, or one of the rules. */
export function RemindersPage() {
  const { rule }: { rule?: string } = useSearch({ strict: false });
  const query = useQuery(remindersApi.list.queryOptions());
  const navigate = useNavigate();
  const items = query.data?.items;
  const waiting = !items && (
    <QueryState query={query} failure="We couldn’t load the reminders." height={320} />
  );
  const open = items?.find((one) => one.rule === rule);
  if (open || (rule && waiting))
    return (
      <>
        <BackLink to={STAFF_PATHS.reminders}>Reminders</BackLink>
        {open ? <ReminderEditor key={open.rule} reminder={open} /> : waiting}
      </>
    );
  return (
    <>
      <PageTitle title="Reminders">
        What people are reminded of automatically, for as long as it’s true. Each is off until you switch it
        on.
      </PageTitle>
      <StudioTabs current={STAFF_PATHS.reminders} />
      {waiting}
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {items?.map((reminder) => (
          <ReminderRow
            key={reminder.rule}
            reminder={reminder}
            onOpen={() => void navigate({ to: STAFF_PATHS.reminders, search: { rule: reminder.rule } })}
          />
        ))}
      </Stack>
    </>
  );
}

/** A phrase such as “3 days after”. */
function timingOf({ rule, delay_days }: Reminder): string {
  const days = plural(delay_days, "day");
  return REMINDERS[rule].timing === "before" ? `${days} before` : `After ${days}`;
}

function repetitionOf({ repeat_days, times_max }: Reminder): string {
  if (repeat_days === null || times_max === 1) return "Once";
  return `Every ${plural(repeat_days, "day")}, up to ${plural(times_max, "time")}`;
}

function ReminderRow({ reminder, onOpen }: { reminder: Reminder; onOpen: () => void }) {
  const { rule, is_on, channels } = reminder;
  const { label, text } = REMINDERS[rule];
  const facts = [
    timingOf(reminder),
    repetitionOf(reminder),
    ...channels.map((channel) => CHANNEL_LABELS[channel]),
  ];
  return (
    <Paper component="li" withBorder radius="lg" px="md" py="sm">
      <Group justify="space-between" align="center" gap="sm" wrap="nowrap">
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Text fw={600}>{label}</Text>
            <Badge variant="light" color={is_on ? "teal" : "gray"}>
              {is_on ? "On" : "Off"}
            </Badge>
          </Group>
          <Text size="sm">{text}</Text>
          <Text size="xs" c="dimmed">
            {facts.join(" · ")}
          </Text>
        </Stack>
        <Button
          size="xs"
          variant="default"
          style={{ flex: "none" }}
          aria-label={`Edit ${label}`}
          onClick={onOpen}
        >
          Edit
        </Button>
      </Group>
    </Paper>
  );
}
