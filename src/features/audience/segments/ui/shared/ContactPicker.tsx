import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { contactsContract } from "#src/features/audience/contacts/contract.ts";
import { clientFor } from "#src/kit/api.ts";

const contactsApi = clientFor("contacts", contactsContract);

const TYPING_MS = 300;
const SHOWN = 20;
const Q_CHARS_MAX = 200;

const nameOf = ({ name, email }: { name: string; email: string }) =>
  name === "" ? email : `${name} · ${email}`;

/** Picks a lead, found by any part of a name or an address. */
export function ContactPicker({ onContact }: { onContact: (id: string | undefined) => void }) {
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null);
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const { data } = useQuery({
    ...contactsApi.list.queryOptions({ input: search === "" ? {} : { q: search } }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.items ?? []).slice(0, SHOWN).map((one) => ({ value: one.id, label: nameOf(one) }));
  const isListed = picked === null || found.some(({ value }) => value === picked.value);
  const options = isListed ? found : [picked, ...found];
  return (
    <Select
      label="Lead"
      placeholder="Name or e-mail"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Clear" }}
      nothingFoundMessage="Nobody found"
      // What loads above it moves the field, and would hide its list with it.
      comboboxProps={{ hideDetached: false }}
      // The server has searched already.
      filter={({ options }) => options}
      data={options}
      value={picked?.value ?? null}
      // A picked person's label in the field isn't a search.
      onSearchChange={(text) =>
        setTyped(options.some(({ label }) => label === text) ? "" : text.slice(0, Q_CHARS_MAX))
      }
      onChange={(chosen) => {
        setPicked(options.find(({ value }) => value === chosen) ?? null);
        onContact(chosen ?? undefined);
      }}
    />
  );
}
