import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { segmentsQuery } from "./segment-queries.ts";

interface SegmentFieldProps {
  /** A segment's id. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Picks a segment. Shows nothing until there is one. */
export function SegmentField({ value, onChange }: SegmentFieldProps) {
  const { data } = useQuery(segmentsQuery());
  const known = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = value === undefined || known.some((one) => one.value === value);
  if (known.length === 0 && isKnown) return null;
  return (
    <Select
      label="Segment"
      placeholder="Any"
      searchable
      clearable
      // The first field gets the focus, and its list would cover the others.
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage="Nothing by that name."
      data={isKnown ? known : [...known, { value, label: "Not there anymore" }]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}
