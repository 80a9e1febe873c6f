import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Profile } from "#src/features/profiles/contract.ts";
import { tellSuccess } from "#src/kit/notices.tsx";
import { refusalOf, sentenceOf } from "#src/kit/refusal.ts";
import { type SectionKey, sectionOf } from "./editor-sections.ts";
import { changesOf, fieldOf, formOf, PROFILE_FORM_CHECKS, type ProfileFormValues } from "./profile-form.ts";
import { profilesApi } from "./shared/profile-queries.ts";
import { useProfileCache } from "./use-profile-actions.ts";

export type ProfileForm = ReturnType<typeof useProfileForm>["form"];

/** The editor's form: what is typed, what was loaded, and what happens when somebody else has saved meanwhile. */
export function useProfileForm(profile: Profile) {
  const { keep } = useProfileCache();
  const [base, setBase] = useState(profile);
  const [theirs, setTheirs] = useState<Profile | null>(null);
  const form = useForm<ProfileFormValues>({
    initialValues: formOf(profile),
    validate: PROFILE_FORM_CHECKS,
    validateInputOnBlur: true,
  });

  const { section, openSection, showField } = useSections((field) => form.getInputNode(field)?.focus());

  const adopt = (saved: Profile) => {
    const values = formOf(saved);
    setBase(saved);
    setTheirs(null);
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
  };
  const send = useMutation(
    profilesApi.update.mutationOptions({
      onSuccess: (saved) => {
        keep(saved);
        adopt(saved);
        tellSuccess({ message: "Saved. Your page shows it already." });
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

  const refusal = refusalOf(send.error);
  const isTold = refusal && (theirs !== null || fieldOf(refusal, form.values) !== undefined);
  return {
    form,
    section,
    openSection,
    theirs,
    isSending: send.isPending,
    failure: send.isError && !isTold ? sentenceOf(send.error, "Failed to update profile") : undefined,
    submit: form.onSubmit(
      () => save(base.updated_at),
      (errors) => {
        const [first] = Object.keys(errors);
        if (first) showField(first);
      },
    ),
    keepMine: () => theirs && save(theirs.updated_at),
    takeTheirs: () => theirs && adopt(theirs),
  };
}

/** Which section is open, and the way to a field in whichever it stands. */
function useSections(focus: (field: string) => void) {
  const [section, openSection] = useState<SectionKey>("page");
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    setWanted(null);
    focus(wanted);
  }, [wanted, focus]);
  const showField = (field: string) => {
    openSection(sectionOf(field));
    setWanted(field);
  };
  return { section, openSection, showField };
}
