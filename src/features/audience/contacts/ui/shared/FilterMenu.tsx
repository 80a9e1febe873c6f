import { Button, Popover, Select, SimpleGrid } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { countryChoices } from "#src/kit/country-choices.ts";
import { ADDRESS_RISKS } from "../../page/address-quality.ts";
import { STATUSES } from "../../rules.ts";
import { contactsApi } from "../contact-queries.ts";
import { useTeammates } from "../pipeline/board-queries.ts";
import { ADDRESS_RISK_LABELS, STATUS_LABELS } from "./contact-labels.ts";
import { countActiveFilters, type FilterSearch } from "./filter-search.ts";

interface FilterMenuProps {
  choice: FilterSearch;
  isSearchable: boolean;
  /** True beside the stages themselves, where whose leads they are has a field, too. */
  hasStages: boolean;
  onChoose: (choice: FilterSearch) => void;
}

const SPANS = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
];

/** An API client may have chosen another number of days. */
function spansWith(days: string | undefined) {
  const isKnown = days === undefined || SPANS.some(({ value }) => value === days);
  return isKnown ? SPANS : [...SPANS, { value: days, label: `Last ${days} days` }];
}

/** A chosen option may be gone by now, and can be removed. */
function optionsOf(items: readonly { id: string; name: string }[], chosen: string | undefined) {
  const options = items.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = chosen === undefined || items.some(({ id }) => id === chosen);
  return isKnown ? options : [...options, { value: chosen, label: "Not there anymore" }];
}

/** The filter for people who don't see every contact as a whole: the server refuses their conditions. */
export function FilterMenu({ choice, isSearchable, hasStages, onChoose }: FilterMenuProps) {
  const settings = useQuery(contactsApi.settings.queryOptions({}));
  const known = settings.data?.tags ?? [];
  const tags = choice.tag && !known.includes(choice.tag) ? [choice.tag, ...known] : known;
  const on = countActiveFilters(choice);
  const teammates = useTeammates();
  const stages = optionsOf(settings.data?.stages ?? [], choice.stage);
  const owners = optionsOf(teammates, choice.owner);
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
    // Hidden with its button, the part below the window's edge could never be scrolled to.
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
            data={STATUSES.map((value) => ({ value, label: STATUS_LABELS[value].label }))}
            {...pick("status")}
          />
          {!hasStages && stages.length > 0 && <Select label="Stage" data={stages} {...pick("stage")} />}
          {!hasStages && owners.length > 1 && <Select label="Assigned to" data={owners} {...pick("owner")} />}
          <Select
            label="Country"
            searchable
            limit={50}
            data={countryChoices(choice.country ? [choice.country] : [])}
            {...pick("country")}
          />
          <Select label="Signed up" data={spansWith(choice.days)} {...pick("days")} />
          {isSearchable && (
            <Select
              label="Addresses"
              data={ADDRESS_RISKS.map((value) => ({ value, label: ADDRESS_RISK_LABELS[value].filter }))}
              {...pick("address")}
            />
          )}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  );
}
