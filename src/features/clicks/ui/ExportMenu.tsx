import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { BreakdownName } from "../contract.ts";
import { type Question, questionInput } from "./use-analytics.ts";

const PARTS: { part: "series" | BreakdownName; title: string }[] = [
  { part: "series", title: "Over time" },
  { part: "link", title: "Top links" },
  { part: "referrer", title: "Referrers" },
  { part: "app", title: "In-app browsers" },
  { part: "country", title: "Countries" },
  { part: "region", title: "Regions" },
  { part: "city", title: "Cities" },
  { part: "device_type", title: "Devices" },
  { part: "browser", title: "Browsers" },
  { part: "os", title: "Systems" },
];

/** The figures on the screen as CSV files. */
export function ExportMenu({ question }: { question: Question }) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<IconDownload size={16} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>CSV file</Menu.Label>
        {PARTS.map(({ part, title }) => (
          <Menu.Item key={part} component="a" href={exportHref(question, part)} download>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function exportHref(question: Question, part: string): string {
  const { id, ...query } = questionInput(question, new Date());
  return `/api/v1/profiles/${id}/analytics/export?${new URLSearchParams({ ...query, part })}`;
}
