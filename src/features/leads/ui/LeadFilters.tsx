import { CloseButton, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { Profile } from "#src/features/profiles/contract.ts";
import type { LeadFilter } from "./lead-queries.ts";

interface LeadFiltersProps {
  filter: LeadFilter;
  profiles: readonly Profile[];
  onFilter: (filter: LeadFilter) => void;
}

const TYPING_PAUSE_MS = 300;

/** What the list is narrowed down to. */
export function LeadFilters({ filter, profiles, onFilter }: LeadFiltersProps) {
  const [words, setWords] = useState(filter.q ?? "");
  const search = useDebouncedCallback((q: string) => onFilter({ ...filter, q }), TYPING_PAUSE_MS);
  const type = (written: string) => {
    setWords(written);
    search(written.trim());
  };
  return (
    <Group gap="sm" mb="md">
      <TextInput
        flex="3 1 16rem"
        type="search"
        aria-label="Search by name, e-mail or phone"
        placeholder="Name, e-mail or phone"
        leftSection={<IconSearch size={18} />}
        rightSection={words !== "" && <CloseButton aria-label="Clear the search" onClick={() => type("")} />}
        value={words}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Select
        flex="1 1 14rem"
        size="md"
        aria-label="Profile"
        placeholder="All profiles"
        clearable
        clearButtonProps={{ "aria-label": "Show all profiles" }}
        data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.profile_id ?? null}
        onChange={(profile_id) => onFilter({ ...filter, profile_id: profile_id ?? undefined })}
      />
    </Group>
  );
}
