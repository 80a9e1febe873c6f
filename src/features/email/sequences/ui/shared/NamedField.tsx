import { Select } from "@mantine/core";

interface NamedFieldProps {
  label: string;
  items: readonly { id: string; name: string }[];
  value: string;
  onChange: (id: string) => void;
}

/** One of the account’s own things, by its name. */
export function NamedField({ label, items, value, onChange }: NamedFieldProps) {
  const isKnown = items.some(({ id }) => id === value);
  const data = items.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      size="md"
      aria-label={label}
      allowDeselect={false}
      data={isKnown ? data : [...data, { value, label: "Not there anymore" }]}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  );
}
