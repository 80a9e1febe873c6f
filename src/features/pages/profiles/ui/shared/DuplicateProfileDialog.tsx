import "#src/kit/deferred.css";
import { TextInput } from "@mantine/core";
import { NAME_CHARS_MAX, PROFILE_ERRORS, type Profile } from "#src/features/pages/profiles/contract.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { isBlank } from "#src/lib/text.ts";
import { profilesApi } from "./profile-queries.ts";
import { useProfileCache } from "./use-profile-actions.ts";

interface DuplicateProfileDialogProps {
  profile: Profile;
  opened: boolean;
  onClose: () => void;
}

export function DuplicateProfileDialog({ profile, opened, onClose }: DuplicateProfileDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Duplicate “${profile.name}”`}>
      <DuplicateForm profile={profile} onClose={onClose} />
    </FormDialog>
  );
}

function DuplicateForm({ profile, onClose }: Pick<DuplicateProfileDialogProps, "profile" | "onClose">) {
  const { keep } = useProfileCache();
  const entity = useEntityForm({
    kind: "dialog",
    row: undefined,
    valuesOf: (_?: Profile) => ({ name: `${profile.name} copy`.slice(0, NAME_CHARS_MAX) }),
    checks: { name: (value) => (isBlank(value) ? PROFILE_ERRORS.NAME_REQUIRED.message : null) },
    sentOf: ({ name }) => ({ source_profile_id: profile.id, new_profile_name: name }),
    send: (sent) => profilesApi.duplicate.call(sent),
    failure: "Failed to duplicate profile",
    onSaved: (copy) => {
      keep(copy);
      toastSuccess({ message: "Profile duplicated successfully!" });
      onClose();
    },
  });
  return (
    <DialogForm entity={entity} action="Duplicate profile" onClose={onClose}>
      <TextInput
        label="Name"
        description="Copies links, design and settings. Analytics start at zero."
        maxLength={NAME_CHARS_MAX}
        data-autofocus
        {...entity.form.getInputProps("name")}
      />
    </DialogForm>
  );
}
