import { Group, SegmentedControl } from "@mantine/core";
import { SearchField } from "#src/kit/SearchField.tsx";

export interface LeadChoice {
  q: string | undefined;
  /** True for every profile's leads, false for the selected profile's. */
  all: boolean;
}

interface LeadFiltersProps {
  choice: LeadChoice;
  isSearchable: boolean;
  /** The selected profile's name, or undefined if it's the only one and there's nothing to choose. */
  profileName: string | undefined;
  onChoose: (choice: LeadChoice) => void;
}

/** The list's filters. */
export function LeadFilters({ choice, isSearchable, profileName, onChoose }: LeadFiltersProps) {
  return (
    <Group gap="sm" mb="md">
      {isSearchable && (
        <SearchField
          flex="3 1 16rem"
          label="Search by name, e-mail, or phone"
          placeholder="Name, e-mail, or phone"
          words={choice.q}
          onSearch={(q) => onChoose({ ...choice, q })}
        />
      )}
      {profileName !== undefined && (
        <SegmentedControl
          flex="1 1 16rem"
          miw={0}
          aria-label="Profiles"
          data={[
            { value: "one", label: profileName },
            { value: "all", label: "All profiles" },
          ]}
          value={choice.all ? "all" : "one"}
          onChange={(value) => onChoose({ ...choice, all: value === "all" })}
        />
      )}
    </Group>
  );
}
