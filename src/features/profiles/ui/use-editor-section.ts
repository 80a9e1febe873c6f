import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type SectionKey, sectionNamed, sectionOf } from "./editor-sections.ts";

/** The open section, which is in the URL, and a way to any field, whichever section holds it. */
export function useEditorSection(focus: (field: string) => void) {
  const section = sectionNamed(useSearch({ from: "/shell/dashboard/profiles" }).tab);
  const navigate = useNavigate({ from: "/dashboard/profiles" });
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
