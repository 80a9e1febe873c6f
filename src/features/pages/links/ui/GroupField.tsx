import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
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
