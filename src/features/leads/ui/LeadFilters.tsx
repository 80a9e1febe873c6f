import { CloseButton, Group, SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useRef, useState } from "react";

export interface LeadChoice {
  q: string | undefined;
  /** Of every profile, or of the selected one. */
  all: boolean;
}

interface LeadFiltersProps {
  choice: LeadChoice;
  /** The selected profile's name; undefined where it is the only one, and there is nothing to choose. */
  profileName: string | undefined;
  onChoose: (choice: LeadChoice) => void;
}

const TYPING_PAUSE_MS = 300;

/** What the list is narrowed down to. */
export function LeadFilters({ choice, profileName, onChoose }: LeadFiltersProps) {
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(choice.q ?? "");
  const search = useDebouncedCallback((q: string) => onChoose({ ...choice, q }), TYPING_PAUSE_MS);
  const type = (written: string) => {
    setWords(written);
    search(written.trim());
  };
  const clear = () => {
    type("");
    field.current?.focus();
  };
  return (
    <Group gap="sm" mb="md">
      <TextInput
        ref={field}
        flex="3 1 16rem"
        type="search"
        aria-label="Search by name, e-mail, or phone"
        placeholder="Name, e-mail, or phone"
        leftSection={<IconSearch size={18} />}
        rightSection={words !== "" && <CloseButton aria-label="Clear search" onClick={clear} />}
        value={words}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {profileName !== undefined && (
        <SegmentedControl
          flex="1 1 16rem"
          miw={0}
          aria-label="Profiles"
          data={[
            { value: "one", label: profileName },
            { value: "all", label: "All profiles" },
          ]}
          value={choice.all ? "all" : "one"}
          onChange={(value) => onChoose({ ...choice, all: value === "all" })}
        />
      )}
    </Group>
  );
}
