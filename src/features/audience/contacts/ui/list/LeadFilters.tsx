import { Group, SegmentedControl } from "@mantine/core";
import { type ReactNode, use } from "react";
import { SearchField } from "#src/kit/SearchField.tsx";
import classes from "../Leads.module.css";
import { ContactSlots } from "../shared/contact.slots.ts";
import { FilterMenu } from "../shared/FilterMenu.tsx";
import type { FilterSearch } from "../shared/filter-search.ts";
import { LeadViewSwitch } from "./LeadViewSwitch.tsx";
import type { SeenLeads } from "./use-lead-choice.ts";

interface LeadFiltersProps {
  view: "list" | "board";
  choice: FilterSearch;
  sees: SeenLeads;
  /** The selected profile's name, or undefined if it's the only one and there's nothing to choose. */
  profileName?: string | undefined;
  /** The selected profile, if only its leads are shown. */
  profileId?: string | undefined;
  onChoose: (choice: FilterSearch, isReplacing?: boolean) => void;
  children?: ReactNode;
}

export function LeadFilters({
  view,
  choice,
  sees,
  profileName,
  profileId,
  onChoose,
  children,
}: LeadFiltersProps) {
  const { ConditionFilter } = use(ContactSlots);
  const replace = (chosen: FilterSearch) => onChoose(chosen, true);
  return (
    <Group gap="sm" mb="md">
      <LeadViewSwitch view={view} />
      {sees !== "masked" && (
        <SearchField
          flex="3 1 16rem"
          label="Search by name, e-mail, or phone"
          placeholder="Name, e-mail, or phone"
          words={choice.q}
          onSearch={(q) => replace({ ...choice, q })}
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
          onChange={(value) => replace({ ...choice, all: value === "all" })}
        />
      )}
      {children}
      {sees !== "everything" ? (
        <FilterMenu
          choice={choice}
          isSearchable={sees !== "masked"}
          hasStages={view === "board"}
          onChoose={replace}
        />
      ) : (
        ConditionFilter && <ConditionFilter choice={choice} profileId={profileId} onChoose={onChoose} />
      )}
    </Group>
  );
}
