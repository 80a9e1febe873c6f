import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { contactsContract } from "#src/features/audience/contacts/contract.ts";
import { SAMPLES, type SampleKey } from "#src/features/email/templates/rules.ts";
import { clientFor } from "#src/kit/api.ts";
import { templatesApi } from "../template-queries.ts";

const contactsApi = clientFor("contacts", contactsContract);

const SHOWN = 20;
const Q_CHARS_MAX = 200;
const TYPING_MS = 300;

/** A made-up person's key, or a contact's id. */
export type Person = { sample: SampleKey } | { contact_id: string };

export const ORDINARY: Person = { sample: "ordinary" };

interface PersonPickerProps {
  /** The template whose oddest fans are offered, if it is one. */
  id: string | undefined;
  value: Person;
  onPerson: (person: Person) => void;
}

const nameOf = ({ name, email }: { name: string; email: string }) =>
  name === "" ? email : `${name} · ${email}`;

/** Made-up people, and the most unusual fans. A kind without such a fan has a made-up one. */
function useOddOnes(id: string | undefined) {
  const { data } = useQuery({
    ...templatesApi.listOddest.queryOptions({ input: { id: id ?? "" } }),
    enabled: id !== undefined,
  });
  const found = data?.items ?? [];
  const madeUp = SAMPLES.filter(({ key }) => !found.some(({ sample }) => sample === key));
  return {
    madeUp: madeUp.map(({ key, label }) => ({ value: `sample ${key}`, label })),
    oddFans: found.map(({ id, sample, ...person }) => {
      const kind = SAMPLES.find(({ key }) => key === sample)?.label ?? "";
      return { value: `contact ${id}`, label: `${kind}: ${nameOf(person)}` };
    }),
  };
}

/**
 * Picks the preview's recipient: a made-up person, an unusual fan, or one found by any part of a name or an
 * address.
 */
export function PersonPicker({ id, value, onPerson }: PersonPickerProps) {
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState<{ value: string; label: string }>();
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const { data } = useQuery({
    ...contactsApi.list.queryOptions({ input: search === "" ? {} : { q: search } }),
    placeholderData: keepPreviousData,
  });
  const { madeUp, oddFans } = useOddOnes(id);
  const found = (data?.items ?? [])
    .slice(0, SHOWN)
    .map((person) => ({ value: `contact ${person.id}`, label: nameOf(person) }))
    .filter(({ value }) => !oddFans.some((odd) => odd.value === value));
  // The picked person stays in the list during any search.
  const isListed = picked && [...oddFans, ...found].some((one) => one.value === picked.value);
  const fans = picked && !isListed ? [picked, ...found] : found;
  const groups = [
    { group: "Made up", items: madeUp },
    { group: "Your oddest fans", items: oddFans },
    { group: "Your fans", items: fans },
  ].filter(({ items }) => items.length > 0);
  const people = groups.flatMap(({ items }) => items);
  return (
    <Select
      label="As"
      data={groups}
      searchable
      allowDeselect={false}
      maxDropdownHeight={320}
      nothingFoundMessage="Nobody found"
      value={"sample" in value ? `sample ${value.sample}` : `contact ${value.contact_id}`}
      // A picked person's label in the field isn't a search.
      onSearchChange={(text) =>
        setTyped(people.some(({ label }) => label === text) ? "" : text.slice(0, Q_CHARS_MAX))
      }
      onChange={(chosen) => {
        const [kind, key = ""] = chosen?.split(" ") ?? [];
        if (kind === "sample") onPerson({ sample: key as SampleKey });
        setPicked([...oddFans, ...fans].find((one) => one.value === chosen));
        if (kind === "contact") onPerson({ contact_id: key });
      }}
    />
  );
}
