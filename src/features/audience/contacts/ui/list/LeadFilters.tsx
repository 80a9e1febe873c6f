import { Group, SegmentedControl } from "@mantine/core";
import { SearchField } from "#src/kit/SearchField.tsx";
import classes from "../Leads.module.css";
import { FilterMenu } from "../shared/FilterMenu.tsx";
import type { FilterSearch } from "../shared/filter-search.ts";
import { LeadViewSwitch } from "./LeadViewSwitch.tsx";

interface LeadFiltersProps {
  choice: FilterSearch;
  isSearchable: boolean;
  /** The selected profile's name, or undefined if it's the only one and there's nothing to choose. */
  profileName: string | undefined;
  onChoose: (choice: FilterSearch) => void;
}

export function LeadFilters({ choice, isSearchable, profileName, onChoose }: LeadFiltersProps) {
  return (
    <Group gap="sm" mb="md">
      <LeadViewSwitch view="list" />
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
          className={classes.profiles}
          aria-label="Profiles"
          data={[
            { value: "one", label: profileName },
            { value: "all", label: "All profiles" },
          ]}
          value={choice.all ? "all" : "one"}
          onChange={(value) => onChoose({ ...choice, all: value === "all" })}
        />
      )}
      <FilterMenu choice={choice} isSearchable={isSearchable} onChoose={onChoose} />
    </Group>
  );
}
