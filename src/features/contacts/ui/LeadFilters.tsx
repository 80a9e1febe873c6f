import { Button, Group, Popover, SegmentedControl, Select, SimpleGrid } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { countryChoices } from "#src/kit/country-choices.ts";
import { SearchField } from "#src/kit/SearchField.tsx";
import { ODD_KINDS } from "../page/odd-addresses.ts";
import { STATUSES } from "../rules.ts";
import { useTeammates } from "./board-queries.ts";
import { contactsApi } from "./contact-queries.ts";
import { ODD_WORDS, STATUS_WORDS } from "./contact-words.ts";
import classes from "./Leads.module.css";
import { LeadViews } from "./LeadViews.tsx";

export interface LeadChoice {
  q: string | undefined;
  /** True for every profile's leads, false for the selected profile's. */
  all: boolean;
  tag?: string | undefined;
  country?: string | undefined;
  status?: string | undefined;
  stage?: string | undefined;
  owner?: string | undefined;
  /** Signed up within so many days. */
  days?: string | undefined;
  /** Addresses that are worth a second look. */
  address?: string | undefined;
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
      <LeadViews view="list" />
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
      <MoreFilters choice={choice} isSearchable={isSearchable} onChoose={onChoose} />
    </Group>
  );
}

const SPANS = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
];

/** How many of the filters behind the button are on. */
export function filtersOn({ tag, country, status, stage, owner, days, address }: LeadChoice): number {
  return [tag, country, status, stage, owner, days, address].filter(Boolean).length;
}

function MoreFilters({ choice, isSearchable, onChoose }: Omit<LeadFiltersProps, "profileName">) {
  const settings = useQuery(contactsApi.settings.queryOptions({}));
  const known = settings.data?.tags ?? [];
  const tags = choice.tag && !known.includes(choice.tag) ? [choice.tag, ...known] : known;
  const on = filtersOn(choice);
  const teammates = useTeammates();
  const stages = settings.data?.stages ?? [];
  const pick = (field: "tag" | "country" | "status" | "stage" | "owner" | "days" | "address") => ({
    value: choice[field] ?? null,
    onChange: (value: string | null) => onChoose({ ...choice, [field]: value ?? undefined }),
    placeholder: "Any",
    clearable: true,
    // The first field gets the focus, and its list would cover the others.
    openOnFocus: false,
    comboboxProps: { withinPortal: false },
  });
  return (
    // Hidden with its button, what’s below the window’s edge could never be scrolled to.
    <Popover width={340} shadow="md" trapFocus returnFocus hideDetached={false} position="bottom-end">
      <Popover.Target>
        <Button variant={on > 0 ? "light" : "default"} leftSection={<IconFilter size={16} />}>
          {on > 0 ? `Filters (${on})` : "Filters"}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
          <Select label="Tag" searchable data={tags} {...pick("tag")} />
          <Select
            label="State"
            data={STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].label }))}
            {...pick("status")}
          />
          {stages.length > 0 && (
            <Select
              label="Stage"
              data={stages.map(({ id, name }) => ({ value: id, label: name }))}
              {...pick("stage")}
            />
          )}
          {teammates.length > 1 && (
            <Select
              label="Assigned to"
              data={teammates.map(({ id, name }) => ({ value: id, label: name }))}
              {...pick("owner")}
            />
          )}
          <Select
            label="Country"
            searchable
            limit={50}
            data={countryChoices(choice.country ? [choice.country] : [])}
            {...pick("country")}
          />
          <Select label="Signed up" data={SPANS} {...pick("days")} />
          {isSearchable && (
            <Select
              label="Addresses"
              data={ODD_KINDS.map((value) => ({ value, label: ODD_WORDS[value].filter }))}
              {...pick("address")}
            />
          )}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  );
}
