import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { contactsContract } from "#src/features/contacts/contract.ts";
import { SAMPLES } from "#src/features/templates/rules.ts";
import { clientFor } from "#src/kit/api.ts";

const contactsApi = clientFor("contacts", contactsContract);

const SHOWN = 20;
const Q_CHARS_MAX = 200;
const TYPING_MS = 300;

/** A made-up person's key, or a contact's id. */
export type Person = { sample: string } | { contact_id: string };

export const ORDINARY: Person = { sample: "ordinary" };

interface PersonPickerProps {
  value: Person;
  onPerson: (person: Person) => void;
}

/** Whom the preview is for: someone made up, or a fan found by any part of a name or an address. */
export function PersonPicker({ value, onPerson }: PersonPickerProps) {
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState<{ value: string; label: string }>();
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const { data } = useQuery({
    ...contactsApi.list.queryOptions({ input: search === "" ? {} : { q: search } }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.items ?? []).slice(0, SHOWN).map(({ id, name, email }) => ({
    value: `contact ${id}`,
    label: name === "" ? email : `${name} · ${email}`,
  }));
  // Whoever is chosen stays in the list, whatever is searched for.
  const fans = picked && !found.some((one) => one.value === picked.value) ? [picked, ...found] : found;
  const odd = SAMPLES.map(({ key, label }) => ({ value: `sample ${key}`, label }));
  const groups = [{ group: "Made up", items: odd }];
  if (fans.length > 0) groups.push({ group: "Your fans", items: fans });
  return (
    <Select
      label="As"
      data={groups}
      searchable
      allowDeselect={false}
      maxDropdownHeight={320}
      nothingFoundMessage="Nobody found"
      value={"sample" in value ? `sample ${value.sample}` : `contact ${value.contact_id}`}
      // Once someone is chosen, their label is in the field. That's no search.
      onSearchChange={(text) =>
        setTyped([...odd, ...fans].some(({ label }) => label === text) ? "" : text.slice(0, Q_CHARS_MAX))
      }
      onChange={(chosen) => {
        const [kind, key = ""] = chosen?.split(" ") ?? [];
        if (kind === "sample") onPerson({ sample: key });
        setPicked(fans.find((one) => one.value === chosen));
        if (kind === "contact") onPerson({ contact_id: key });
      }}
    />
  );
}
