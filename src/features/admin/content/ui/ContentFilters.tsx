import { Group, NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { SearchField } from "#src/kit/SearchField.tsx";
import { OWNER_CHOICES, STATE_CHOICES } from "./content-queries.ts";

export interface ContentSearch {
  q?: string;
  state?: string;
  owner?: string;
}

export type ContentChanges = { [Name in keyof ContentSearch]?: string | undefined };

/** True if not everything there is was asked for. */
export const isSearched = (search: object) => Object.values(search).some(Boolean);

interface ContentFiltersProps {
  search: ContentSearch;
  label: string;
  placeholder: string;
  onChange: (changes: ContentChanges) => void;
  children?: ReactNode;
}

const CHOICES = [
  { name: "state", label: "State", data: STATE_CHOICES },
  { name: "owner", label: "Owner", data: OWNER_CHOICES },
] as const;

export function ContentFilters({ search, label, placeholder, onChange, children }: ContentFiltersProps) {
  return (
    <Group gap="sm" align="end">
      <SearchField
        flex="3 1 16rem"
        label={label}
        placeholder={placeholder}
        words={search.q}
        onSearch={(q) => onChange({ q: q || undefined })}
      />
      {children}
      {CHOICES.map(({ name, label, data }) => (
        <NativeSelect
          key={name}
          flex="1 1 10rem"
          miw={0}
          size="md"
          aria-label={label}
          value={search[name] ?? ""}
          data={data}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: value || undefined })}
        />
      ))}
    </Group>
  );
}
