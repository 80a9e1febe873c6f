import { Group, NativeSelect } from "@mantine/core";
import { REPORT_REASONS } from "#src/features/public/moderation/rules.ts";
import type { CaseSearch } from "./case-queries.ts";

const CHOICES = [
  {
    name: "state",
    label: "State",
    data: [
      { value: "", label: "To decide" },
      { value: "waiting", label: "Owner was asked" },
      { value: "approval", label: "Waiting for a colleague" },
      { value: "appealed", label: "Appealed" },
      { value: "closed", label: "Decided" },
    ],
  },
  {
    name: "reason",
    label: "Reason",
    data: [{ value: "", label: "Any reason" }, ...REPORT_REASONS.map(([value, label]) => ({ value, label }))],
  },
  {
    name: "older",
    label: "Age",
    data: [
      { value: "", label: "Any age" },
      { value: "1", label: "Older than an hour" },
      { value: "24", label: "Older than a day" },
      { value: "168", label: "Older than a week" },
    ],
  },
  {
    name: "assignee",
    label: "Who has it",
    data: [
      { value: "", label: "Anyone’s" },
      { value: "me", label: "Mine" },
      { value: "nobody", label: "Nobody’s" },
    ],
  },
] as const;

interface CaseFiltersProps {
  search: CaseSearch;
  onChange: (changes: CaseSearch) => void;
}

export function CaseFilters({ search, onChange }: CaseFiltersProps) {
  return (
    <Group gap="sm">
      {CHOICES.map(({ name, label, data }) => (
        <NativeSelect
          key={name}
          flex="1 1 9rem"
          miw={0}
          size="md"
          aria-label={label}
          value={search[name] ?? ""}
          data={[...data]}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: value || undefined })}
        />
      ))}
    </Group>
  );
}
