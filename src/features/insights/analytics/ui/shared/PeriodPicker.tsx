import { Group, SegmentedControl, Skeleton } from "@mantine/core";
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
}

const CHOICES: { value: Period["name"]; label: string }[] = [
  { value: "24h", label: "24 hours" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "custom", label: "Custom" },
];

export function PeriodPicker({ period, onPeriod }: PeriodPickerProps) {
  const zone = useTimeZone();
  const choose = (name: Period["name"]) => {
    const { name: chosen, ...dates } = name === "custom" ? firstCustomPeriod(new Date(), zone) : { name };
    onPeriod({ period: chosen, ...dates });
  };
  return (
    <Group gap="xs">
      <SegmentedControl aria-label="Period" size="sm" data={CHOICES} value={period.name} onChange={choose} />
      {period.name === "custom" && <CustomPeriod from={period.from} to={period.to} onPeriod={onPeriod} />}
    </Group>
  );
}
