import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

const TABS = [
  { to: STAFF_PATHS.studio, label: "Studio" },
  { to: STAFF_PATHS.notificationTemplates, label: "Templates" },
  { to: STAFF_PATHS.scheduledNotifications, label: "Scheduled" },
  { to: STAFF_PATHS.reminders, label: "Reminders" },
  { to: STAFF_PATHS.notificationAnalytics, label: "Analytics" },
] as const;

/** The screens of what staff tell many people. */
export function StudioTabs({ current }: { current: string }) {
  return (
    <Group component="nav" gap="xs" aria-label="Notifications" mb="md">
      {TABS.map(({ to, label }) => (
        <Button
          key={to}
          component={Link}
          to={to}
          size="xs"
          variant={to === current ? "light" : "subtle"}
          aria-current={to === current ? "page" : undefined}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
