import "#src/kit/later.css";
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { NAME_CHARS_MAX, PROFILE_ERRORS, type Profile } from "#src/features/profiles/contract.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { tellSuccess } from "#src/kit/notices.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { isBlank } from "#src/lib/text.ts";
import { profilesApi } from "./shared/profile-queries.ts";
import { useProfileCache } from "./use-profile-actions.ts";

interface DuplicateProfileDialogProps {
  profile: Profile;
  opened: boolean;
  onClose: () => void;
}

export function DuplicateProfileDialog({ profile, opened, onClose }: DuplicateProfileDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Duplicate “${profile.name}”`}
      closeOnClickOutside={false}
    >
      <DuplicateForm profile={profile} onClose={onClose} />
    </Modal>
  );
}

function DuplicateForm({ profile, onClose }: Pick<DuplicateProfileDialogProps, "profile" | "onClose">) {
  const { keep } = useProfileCache();
  const form = useForm({
    initialValues: { name: `${profile.name} copy`.slice(0, NAME_CHARS_MAX) },
    validate: { name: (value) => (isBlank(value) ? PROFILE_ERRORS.NAME_REQUIRED.message : null) },
  });
  const send = useMutation(
    profilesApi.duplicate.mutationOptions({
      onSuccess: (copy) => {
        keep(copy);
        tellSuccess({ message: "Profile duplicated successfully!" });
        onClose();
      },
    }),
  );
  const submit = form.onSubmit(({ name }) =>
    send.mutate({ source_profile_id: profile.id, new_profile_name: name }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description="Copies links, design and settings. Analytics start at zero."
          maxLength={NAME_CHARS_MAX}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <FormFailure
          message={send.isError ? sentenceOf(send.error, "Failed to duplicate profile") : undefined}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Duplicate profile
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
