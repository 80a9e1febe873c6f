import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { type SectionKey, sectionNamed, sectionOf } from "../shared/editor-sections.ts";
import { profilesApi } from "../shared/profile-queries.ts";
import { useProfileCache } from "../shared/use-profile-actions.ts";
import { changesOf, fieldOf, formOf, PROFILE_FORM_CHECKS, type ProfileFormValues } from "./profile-form.ts";

export type ProfileForm = ReturnType<typeof useProfileForm>["form"];

export function useProfileForm(profile: Profile) {
  const { keep } = useProfileCache();
  const entity = useEntityForm({
    kind: "stays",
    row: profile,
    valuesOf: (row = profile): ProfileFormValues => formOf(row),
    checks: PROFILE_FORM_CHECKS,
    sentOf: changesOf,
    send: (changes, about) => profilesApi.update.call({ ...about, ...changes }),
    fieldOf,
    showField: (field) => showField(field),
    failure: "Failed to update profile",
    onSaved: (saved) => {
      keep(saved);
      toastSuccess({ message: "Saved. Your page is up to date." });
    },
    onTaken: keep,
  });
  const { section, openSection, showField } = useEditorSection((field) =>
    entity.form.getInputNode(field)?.focus(),
  );
  return { ...entity, section, openSection };
}

/** The open section, which is in the URL, and a function to focus any field in any section. */
function useEditorSection(focus: (field: string) => void) {
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
      // This navigation loses no input.
      ignoreBlocker: true,
    });
  const showField = (field: string) => {
    void openSection(sectionOf(field));
    setWanted(field);
  };
  return { section, openSection, showField };
}
