import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { PATHS } from "#src/lib/paths.ts";
import { type SectionKey, sectionNamed, sectionOf } from "./shared/editor-sections.ts";

/** The open section, which is in the URL, and a way to focus any field, whichever section it's in. */
export function useEditorSection(focus: (field: string) => void) {
  const section = sectionNamed(useSearch({ from: `/shell${PATHS.profiles}` }).tab);
  const navigate = useNavigate({ from: PATHS.profiles });
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null || sectionOf(wanted) !== section) return;
    setWanted(null);
    focus(wanted);
  }, [wanted, section, focus]);
  const openSection = (next: SectionKey) =>
    navigate({
      search: (search) => ({ ...search, tab: next === "page" ? undefined : next }),
      replace: true,
      resetScroll: false,
      // Nothing typed gets lost.
      ignoreBlocker: true,
    });
  const showField = (field: string) => {
    void openSection(sectionOf(field));
    setWanted(field);
  };
  return { section, openSection, showField };
}
