import { Text } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { actionLook } from "#src/kit/action.ts";
import { plural } from "#src/kit/plural.ts";
import { SearchField } from "#src/kit/SearchField.tsx";
import { foldText } from "#src/lib/fold.ts";
import classes from "./ProfileCard.module.css";
import { ProfileCards, type ProfileCardsProps } from "./ProfileCards.tsx";

/** Whole rows, whether there are one, two, or three columns. */
const SHOWN_AT_ONCE = 24;

/** More profiles than anybody sees at a glance: a page at a time, and found by name, username, domain, and notes. */
export function ManyProfiles({ profiles, selected }: ProfileCardsProps) {
  const [words, setWords] = useState("");
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const list = useRef<HTMLUListElement>(null);
  const found = useMemo(() => findProfiles(profiles, words), [profiles, words]);
  const search = (next: string) => {
    setWords(next);
    setMost(SHOWN_AT_ONCE);
  };
  const showMore = () => {
    flushSync(() => setMost(most + SHOWN_AT_ONCE));
    list.current?.children[most]?.querySelector("a")?.focus();
  };
  return (
    <>
      <SearchField label="Search profiles" placeholder="Search profiles" onSearch={search} />
      <Text size="sm" c="dimmed" mt={4} mb="sm" role="status">
        {found.length === 0 ? "Nothing found. Try another word." : plural(found.length, "profile")}
      </Text>
      <ProfileCards profiles={found.slice(0, most)} selected={selected} list={list} />
      {most < found.length && (
        <p className={classes.foot}>
          <button type="button" {...actionLook("default")} onClick={showMore}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}

function findProfiles(profiles: readonly Profile[], words: string): readonly Profile[] {
  if (words === "") return profiles;
  const wanted = foldText(words).split(/\s+/);
  return profiles.filter(({ name, display_name, username, domain, notes }) => {
    const text = foldText([name, display_name, username, domain, notes].join(" "));
    return wanted.every((word) => text.includes(word));
  });
}
