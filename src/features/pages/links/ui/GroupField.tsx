import { MultiSelect, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rowName } from "#src/features/pages/links/rows-rules.ts";
import { linksQuery } from "./shared/link-queries.ts";

interface GroupFieldProps {
  profileId: string;
  /** Empty for none. */
  value: string;
  error?: ReactNode;
  onChange: (id: string) => void;
}

/** Chooses the group that something is in, by keyboard as well as by dragging. Absent without groups. */
export function GroupField({ profileId, value, error, onChange }: GroupFieldProps) {
  const groups = useQuery(linksQuery(profileId)).data?.items.filter(({ kind }) => kind === "group") ?? [];
  if (groups.length === 0) return null;
  return (
    <Select
      size="md"
      label="Group"
      data={[
        { value: "", label: "No group" },
        ...groups.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      value={value}
      error={error}
      allowDeselect={false}
      onChange={(id) => onChange(id ?? "")}
    />
  );
}

interface MembersFieldProps {
  profileId: string;
  value: string[];
  onChange: (ids: string[]) => void;
}

/** Chooses what goes into a new group. */
export function MembersField({ profileId, value, onChange }: MembersFieldProps) {
  const rows = useQuery(linksQuery(profileId)).data?.items.filter(({ kind }) => kind !== "group") ?? [];
  if (rows.length === 0) return null;
  return (
    <MultiSelect
      size="md"
      label="What’s in it (optional)"
      placeholder={value.length === 0 ? "Choose links and blocks" : undefined}
      data={rows.map((row) => ({ value: row.id, label: rowName(row) }))}
      value={value}
      searchable
      hidePickedOptions
      onChange={onChange}
    />
  );
}
