import { Autocomplete, CloseButton, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lastWord, QUERY_CHARS_MAX, suggestSearches } from "#src/features/pages/links/search/search-rules.ts";
import { linkLabelsQuery } from "../shelf-queries.ts";

export const LINK_SEARCH_ID = "search-links";

interface LinkSearchFieldProps {
  words: string;
  pages: readonly { name: string }[];
  /** While a form is open. */
  isDisabled: boolean;
  onSearch: (words: string) => void;
}

const TYPING_PAUSE_MS = 200;

const HINTS: Readonly<Record<string, string>> = {
  "url:": "part of the URL",
  "tag:": "with a tag",
  "status:": "shown, hidden, scheduled, or ended",
  "in:": "in a folder or on a page",
};

/** Searches when typing pauses, and suggests operators, tags, folders, and pages. */
export function LinkSearchField({ words, pages, isDisabled, onSearch }: LinkSearchFieldProps) {
  const [typed, setTyped] = useState(words);
  const [isUsed, setUsed] = useState(false);
  const { data } = useQuery({ ...linkLabelsQuery(), enabled: isUsed });
  const search = useDebouncedCallback(onSearch, TYPING_PAUSE_MS);
  const type = (written: string) => {
    setTyped(written);
    search(written.trim());
  };
  const suggested = suggestSearches(typed, {
    tags: data?.tags.map(({ name }) => name) ?? [],
    folders: data?.folders.map(({ name }) => name) ?? [],
    pages: pages.map(({ name }) => name),
  });
  return (
    <Autocomplete
      id={LINK_SEARCH_ID}
      type="search"
      aria-label="Search links"
      placeholder="Search links"
      maxLength={QUERY_CHARS_MAX}
      disabled={isDisabled}
      leftSection={<IconSearch size={18} />}
      rightSection={
        typed !== "" && !isDisabled && <CloseButton aria-label="Clear search" onClick={() => type("")} />
      }
      data={suggested}
      filter={({ options }) => options}
      renderOption={({ option: { value } }) => <Suggestion value={value} />}
      value={typed}
      onFocus={() => setUsed(true)}
      onChange={type}
    />
  );
}

function Suggestion({ value }: { value: string }) {
  const hint = HINTS[lastWord(value).word];
  return (
    <>
      <Text span size="sm">
        {value}
      </Text>
      {hint && (
        <Text span size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </>
  );
}
