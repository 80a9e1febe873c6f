import { CloseButton, TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useRef, useState } from "react";

interface SearchFieldProps extends Pick<TextInputProps, "placeholder" | "flex"> {
  label: string;
  words?: string | undefined;
  onSearch: (words: string) => void;
}

const TYPING_PAUSE_MS = 300;

/** Searches when typing pauses. */
export function SearchField({ label, words: first = "", onSearch, ...look }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(first);
  const search = useDebouncedCallback(onSearch, TYPING_PAUSE_MS);
  const type = (written: string) => {
    setWords(written);
    search(written.trim());
  };
  const clear = () => {
    type("");
    field.current?.focus();
  };
  return (
    <TextInput
      {...look}
      ref={field}
      type="search"
      aria-label={label}
      leftSection={<IconSearch size={18} />}
      rightSection={words !== "" && <CloseButton aria-label="Clear search" onClick={clear} />}
      value={words}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
