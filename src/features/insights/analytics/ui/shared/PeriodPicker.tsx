import { Group, Select, Skeleton } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { firstCustomPeriod, type Period, type PeriodSearch } from "./period.ts";

const CustomPeriod = lazyComponent(
  async () => (await import("./CustomPeriod.tsx")).CustomPeriod,
  <Skeleton h={36} w={220} />,
);

interface PeriodPickerProps {
  period: Period;
  onPeriod: (period: PeriodSearch) => void;
  /** Periods that make no sense there. */
  without?: readonly Period["name"][];
}

const CHOICES: { value: Period["name"]; label: string }[] = [
  { value: "3h", label: "Last 3 hours" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "12m", label: "Last 12 months" },
  { value: "mtd", label: "This month" },
  { value: "qtd", label: "This quarter" },
  { value: "ytd", label: "This year" },
  { value: "all", label: "All time" },
  { value: "custom", label: "Custom" },
];

export function PeriodPicker({ period, onPeriod, without = [] }: PeriodPickerProps) {
  const zone = useTimeZone();
  const choose = (name: Period["name"]) => {
    const { name: chosen, ...dates } = name === "custom" ? firstCustomPeriod(new Date(), zone) : { name };
    onPeriod({ period: chosen, ...dates });
  };
  return (
    <Group gap="xs">
      <Select
        aria-label="Period"
        size="sm"
        w={170}
        maxDropdownHeight={420}
        leftSection={<IconCalendarTime size={16} />}
        data={CHOICES.filter(({ value }) => !without.includes(value))}
        allowDeselect={false}
        value={period.name}
        onChange={(name) => name && choose(name as Period["name"])}
      />
      {period.name === "custom" && <CustomPeriod from={period.from} to={period.to} onPeriod={onPeriod} />}
    </Group>
  );
}
