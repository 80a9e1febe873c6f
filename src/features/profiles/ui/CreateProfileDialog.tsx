import "#src/kit/later.css";
import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { claimedName, dropClaimedName } from "#src/features/accounts/ui/shared/claimed-name.ts";
import { NAME_CHARS_MAX, PROFILE_ERRORS } from "#src/features/profiles/contract.ts";
import { nextFreeUsername, usernameFromName } from "#src/features/profiles/rules.ts";
import { LimitSwitch } from "#src/features/settings/ui/shared/LimitSwitch.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { newId } from "#src/kit/new-id.ts";
import { tellSuccess } from "#src/kit/notices.tsx";
import { refusalOf, sentenceOf } from "#src/kit/refusal.ts";
import { isBlank } from "#src/lib/text.ts";
import { usePageUrls } from "./shared/page-url.ts";
import { profilesApi } from "./shared/profile-queries.ts";
import { rememberProfile, useSelectedProfile } from "./shared/use-selected-profile.ts";
import { useProfileCache } from "./use-profile-actions.ts";

interface CreateProfileDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreateProfileDialog({ opened, onClose }: CreateProfileDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New profile" closeOnClickOutside={false}>
      <CreateForm onClose={onClose} />
    </Modal>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  // One id while the form is open: sent twice, it still creates one profile.
  const [id] = useState(newId);
  const { keep } = useProfileCache();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: claimedName() ?? "", notes: "" },
    validate: { name: (value) => (isBlank(value) ? PROFILE_ERRORS.NAME_REQUIRED.message : null) },
  });
  const send = useMutation(
    profilesApi.create.mutationOptions({
      onSuccess: (profile) => {
        keep(profile);
        dropClaimedName();
        rememberProfile(profile.id);
        tellSuccess({ message: `“${profile.name}” is live. Now add some links.` });
        return navigate({ to: "/dashboard/links", search: { profile: profile.id } });
      },
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate({ id, ...values }))} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description="An artist, a shop, a project. Visitors see it at the top of the page."
          maxLength={NAME_CHARS_MAX}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <UrlHint name={form.values.name} />
        <Textarea
          label="Notes"
          description="Only you can see these."
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps("notes")}
        />
        <FormFailure
          message={send.isError ? sentenceOf(send.error, "Failed to create profile") : undefined}
        />
        {refusalOf(send.error)?.code === "PROFILE_LIMIT" && <LimitSwitch />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Create profile
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The URL that the page will get, while its name is being typed. */
function UrlHint({ name }: { name: string }) {
  const { short } = usePageUrls();
  const { profiles } = useSelectedProfile();
  if (isBlank(name)) return null;
  const taken = new Set(profiles.map((profile) => profile.username));
  const username = nextFreeUsername(
    usernameFromName(name, () => "1234"),
    taken,
  );
  return (
    <Text size="sm" c="dimmed" aria-live="polite" style={{ overflowWrap: "anywhere" }}>
      Your URL will be <b>{short(username)}</b>. If it’s taken, we’ll add a number. You can change it later.
    </Text>
  );
}
