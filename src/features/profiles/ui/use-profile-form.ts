import type { Profile } from "#src/features/profiles/contract.ts";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { changesOf, fieldOf, formOf, PROFILE_FORM_CHECKS, type ProfileFormValues } from "./profile-form.ts";
import { profilesApi } from "./shared/profile-queries.ts";
import { useProfileCache } from "./shared/use-profile-actions.ts";
import { useEditorSection } from "./use-editor-section.ts";

export type ProfileForm = ReturnType<typeof useProfileForm>["form"];

/** The editor's form, with its fields in sections. */
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
