import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Profile } from "#src/features/profiles/contract.ts";
import { tellSuccess } from "#src/kit/notices.tsx";
import { refusalOf, saveFailure } from "#src/kit/refusal.ts";
import { useRetry } from "#src/kit/use-retry.ts";
import { changesOf, fieldOf, formOf, PROFILE_FORM_CHECKS, type ProfileFormValues } from "./profile-form.ts";
import { profilesApi } from "./shared/profile-queries.ts";
import { useEditorSection } from "./use-editor-section.ts";
import { useProfileCache } from "./use-profile-actions.ts";

export type ProfileForm = ReturnType<typeof useProfileForm>["form"];

/** The editor's form: what is typed, what was loaded, and what to do when somebody else saved first or nobody answers. */
export function useProfileForm(profile: Profile) {
  const { keep } = useProfileCache();
  const [base, setBase] = useState(profile);
  const [theirs, setTheirs] = useState<Profile | null>(null);
  const form = useForm<ProfileFormValues>({
    initialValues: formOf(profile),
    validate: PROFILE_FORM_CHECKS,
    validateInputOnBlur: true,
  });

  const { section, openSection, showField } = useEditorSection((field) => form.getInputNode(field)?.focus());

  const adopt = (saved: Profile, typed?: ProfileFormValues) => {
    const values = formOf(saved);
    setBase(saved);
    setTheirs(null);
    form.setInitialValues(values);
    form.setValues(typed ?? values);
    form.resetDirty(values);
    form.clearErrors();
  };
  const send = useMutation(
    profilesApi.update.mutationOptions({
      onSuccess: (saved, { id: _, updated_at: __, ...sent }) => {
        keep(saved);
        // Whatever was typed while saving stays.
        const values = form.getValues();
        adopt(saved, JSON.stringify(changesOf(values)) === JSON.stringify(sent) ? undefined : values);
        tellSuccess({ message: "Saved. Your page is up to date." });
      },
      onError: (error) => {
        const refusal = refusalOf(error);
        if (!refusal) return;
        if (refusal.code === "CHANGED_MEANWHILE") setTheirs(refusal.data as Profile);
        const field = fieldOf(refusal, form.getValues());
        if (!field) return;
        form.setFieldError(field, refusal.message);
        showField(field);
      },
    }),
  );
  const save = (updated_at: string) =>
    send.mutate({ id: profile.id, updated_at, ...changesOf(form.getValues()) });

  const submit = form.onSubmit(
    () => save(base.updated_at),
    (errors) => {
      const [first] = Object.keys(errors);
      if (first) showField(first);
    },
  );
  useRetry(send.error, () => submit());

  const refusal = refusalOf(send.error);
  const isTold = refusal && (theirs !== null || fieldOf(refusal, form.values) !== undefined);
  return {
    form,
    section,
    openSection,
    theirs,
    isSending: send.isPending,
    failure: isTold ? undefined : saveFailure(send.error, "Failed to update profile"),
    submit,
    discard: () => {
      form.reset();
      send.reset();
    },
    keepMine: () => theirs && save(theirs.updated_at),
    takeTheirs: () => theirs && adopt(theirs),
  };
}
