import { Button, Group, NativeSelect, SimpleGrid, Text, TextInput } from "@mantine/core";
import { MEANS, MEANS_LABELS } from "#src/features/instance/audit/instance-log/log-rules.ts";
import { AREA_LABELS, AREAS } from "#src/features/instance/audit/rules.ts";
import { SearchField } from "#src/kit/SearchField.tsx";
import type { LogChanges, LogSearch } from "./log-queries.ts";

interface LogFiltersProps {
  search: LogSearch;
  seesAll: boolean;
  onChange: (changes: LogChanges) => void;
  onClear: () => void;
}

const WORDS = [
  { name: "what", label: "What was done", placeholder: "What was done" },
  { name: "who", label: "Who did it", placeholder: "Who: name, e-mail, id" },
  { name: "whom", label: "Whose account, or what it’s about", placeholder: "Whose: name, e-mail, id" },
] as const;

const CHOICES = [
  {
    name: "kind",
    label: "What it’s about",
    data: [
      { value: "", label: "About anything" },
      ...AREAS.map((area) => ({ value: area, label: AREA_LABELS[area] })),
    ],
  },
  {
    name: "through",
    label: "Through what",
    data: [
      { value: "", label: "Through anything" },
      ...MEANS.map((means) => ({ value: means, label: MEANS_LABELS[means] })),
    ],
  },
] as const;

export function LogFilters({ search, seesAll, onChange, onClear }: LogFiltersProps) {
  return (
    <Group gap="sm" align="end" component="search">
      {WORDS.filter(({ name }) => seesAll || name !== "who").map(({ name, label, placeholder }) => (
        <SearchField
          key={name}
          flex="2 1 18rem"
          label={label}
          placeholder={placeholder}
          words={search[name]}
          onSearch={(words) => onChange({ [name]: words || undefined })}
        />
      ))}
      {CHOICES.map(({ name, label, data }) => (
        <NativeSelect
          key={name}
          flex="1 1 10.5rem"
          miw={0}
          size="md"
          aria-label={label}
          value={search[name] ?? ""}
          data={[...data]}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: value || undefined })}
        />
      ))}
      <SimpleGrid cols={2} spacing="sm" flex="2 1 18rem" miw={0}>
        {(["from", "until"] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            miw={0}
            size="md"
            label={name === "from" ? "First day" : "Last day"}
            value={search[name] ?? ""}
            onChange={({ currentTarget: { value } }) => onChange({ [name]: value || undefined })}
          />
        ))}
      </SimpleGrid>
      {search.key && (
        <Text size="sm" style={{ alignSelf: "center" }}>
          Only what one staff key did
        </Text>
      )}
      {Object.values(search).some(Boolean) && (
        <Button variant="subtle" size="md" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
